import type { SubjectAverage } from '@apoderados/contract/grades'
import { useContext } from 'react'
import { useOpenItem } from '../../shared/searchParams.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Concept, Grade, GradedName, LowGradeLabel, ScaleBar } from './Grade.tsx'
import { PeriodSummary } from './PeriodSummary.tsx'
import { NewGradesContext, type Period } from './periodMarks.ts'
import { SubjectDetail } from './SubjectDetail.tsx'
import { hasConcept, hasNumericAverage } from './scale.ts'

/** The list is a card; on a desktop the average is its last line, and twelve subjects fit a screen of 768 px. */
export const LIST =
  'lg:card max-lg:flex max-lg:min-w-0 max-lg:flex-col max-lg:gap-6.5 max-lg:self-stretch max-lg:[&_.row]:scroll-mb-[calc(var(--bar-h)+5.625rem)] lg:tall:[&_.row]:scroll-mb-18 low-desktop:[--row-h:2.75rem] low-desktop:[&_.row-body]:py-1 low-desktop:[&_.scale]:mt-1'

/** On a phone the average is above the bottom bar, and the list fades out under it. It is fixed only where the bar is. */
const AVERAGE =
  'period-average low-desktop:min-h-14 flex min-h-16 flex-wrap items-center gap-x-3 border-line border-t bg-surface py-1 pr-9.5 pl-4 *:first:flex-[1_1_8rem] lg:tall:sticky lg:tall:bottom-0 max-lg:relative max-lg:mx-[calc(-1*var(--gutter))] max-lg:mt-auto max-lg:-mb-8 max-lg:pr-[calc(var(--gutter)+2.375rem)] max-lg:pl-[calc(var(--gutter)+1rem)] max-lg:before:pointer-events-none max-lg:before:absolute max-lg:before:inset-x-0 max-lg:before:bottom-[calc(100%+1px)] max-lg:before:h-6.5 max-lg:before:bg-[linear-gradient(transparent,var(--color-bg))] max-lg:tall:@min-[16.74rem]:sticky max-lg:tall:@min-[16.74rem]:bottom-[calc(var(--bar-h)+1px+var(--safe-bottom))] max-lg:tall:@min-[16.74rem]:z-1'

type Props = {
  student_id: number
  period: Period
  periods: readonly Period[]
  /** Whether the period's averages are the server's current response and not older ones. */
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
      <div className={LIST}>
        <ul className="max-lg:card forced-colors:max-lg:border-y">
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
    <p className={AVERAGE}>
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
        detail={<span className="-mt-1 block text-caption">Se evalúa con concepto </span>}
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
