import type { SubjectAverage } from '@apoderados/contract/grades'
import { useContext } from 'react'
import { useOpenItem } from '../../shared/searchParams.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Concept, Grade, GradedName, LowGradeLabel, ScaleBar } from './Grade.tsx'
import { NewGradesContext, type Period } from './period.ts'
import { SubjectDetail } from './SubjectDetail.tsx'
import { hasConcept, hasNumericAverage } from './scale.ts'
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

type SubjectRowProps = { subject: SubjectAverage; isChosen: boolean; onOpen: () => void }

/** A subject with its average in the period. */
function SubjectRow({ subject, ...props }: SubjectRowProps) {
  const news = useContext(NewGradesContext)
  const row = { ...props, isNew: news.some(({ course_subject_id }) => course_subject_id === subject.id) }
  if (hasConcept(subject)) {
    return (
      <ListRow
        title={subject.subject}
        detail={<span className="subject-scale block text-caption">Se evalúa con concepto </span>}
        end={<Concept value={subject.note_scale_value} />}
        {...row}
      />
    )
  }
  return (
    <ListRow
      title={<GradedName name={subject.subject} value={subject.average} />}
      detail={<ScaleBar value={subject.average} />}
      end={<Grade value={subject.average} />}
      {...row}
    />
  )
}
