import { useOpenItem } from '../../shared/addressState.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Grade, LowGradeLabel } from './Grade.tsx'
import type { Period } from './period.ts'
import { SubjectDetail } from './SubjectDetail.tsx'
import { SubjectRow } from './SubjectRow.tsx'
import { hasNumericAverage } from './scale.ts'
import { PeriodSummary } from './summary/PeriodSummary.tsx'

type Props = {
  student_id: number
  period: Period
  periods: readonly Period[]
  /** Whether the period's averages are the server's current answer and not older ones. */
  isSettled: boolean
}

/** The subjects of a sub-period with their averages, and the period's average under them. */
export function PeriodGrades({ student_id, period, periods, isSettled }: Props) {
  const { averages = [], average = null } = period.grades ?? {} // spec §8: empty after a failed load
  const opened = useOpenItem('asignatura', averages, isSettled)
  if (averages.length === 0) {
    return (
      <EmptyList
        isIncomplete={!period.grades}
        hint="Cuando el colegio publique las calificaciones del período, las verás aquí."
      />
    )
  }
  return (
    <div className="beside">
      <div className="grades-list">
        <ul>
          {averages.map((subject) => (
            <SubjectRow
              key={subject.id}
              subject={subject}
              isChosen={subject === opened.item}
              onOpen={() => opened.open(subject.id)}
            />
          ))}
        </ul>
        <PeriodAverage average={average} />
      </div>
      <SubjectDetail
        student_id={student_id}
        period={period}
        periods={periods}
        subject={opened.item}
        idle={averages.some(hasNumericAverage) && <PeriodSummary averages={averages} />}
        onClose={opened.close}
      />
    </div>
  )
}

function PeriodAverage({ average }: { average: number | null }) {
  return (
    <p className="period-average">
      <span className="font-semibold text-row">Promedio del período</span>{' '}
      <span className="ml-auto flex items-center gap-3">
        <LowGradeLabel value={average} /> <Grade value={average} size="text-h1" />
      </span>
    </p>
  )
}
