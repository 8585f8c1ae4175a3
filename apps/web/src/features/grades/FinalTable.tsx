import type { SubjectAverage } from '@apoderados/contract/grades'
import { useId } from 'react'
import { MISSING } from '../../shared/text/format.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Concept, Grade, LowGradeLabel } from './Grade.tsx'
import type { Period } from './periodMarks.ts'
import { hasConcept } from './scale.ts'

type LoadedPeriod = Period & { grades: NonNullable<Period['grades']> }
const isLoaded = (period: Period): period is LoadedPeriod => period.grades !== undefined

/** The tab `Final`: the loaded averages of each subject in each period. It sends no call and computes no average. */
export function FinalTable({ periods }: { periods: readonly Period[] }) {
  const loaded = periods.filter(isLoaded)
  const averages = loaded.flatMap(({ grades }) => grades.averages)
  // A course that is graded only with concepts has no average of the period, but its concepts fill the table.
  if (loaded.every(({ grades }) => grades.average === null) && !averages.some(hasGivenConcept)) {
    return (
      <EmptyList
        isIncomplete={loaded.length < periods.length}
        hint="Aquí aparecerá el promedio de cada período."
      />
    )
  }
  const isFirst = ({ id }: SubjectAverage, index: number) =>
    averages.findIndex((average) => average.id === id) === index
  return <AveragesTable periods={loaded} subjects={averages.filter(isFirst)} />
}

const hasGivenConcept = (subject: SubjectAverage) => hasConcept(subject) && !!subject.note_scale_value

type Props = { periods: readonly LoadedPeriod[]; subjects: readonly SubjectAverage[] }

const CELL =
  'min-w-25 border-line py-2.25 pr-4 large-text:min-w-0 large-text:pr-2 low-desktop:py-1.25 [&_.text-negative-text]:justify-end'
const NUMBER = `${CELL} pl-1 text-right`
const HEAD = `${CELL} font-semibold text-caption text-text-2`
/** The column of subjects is sticky while the periods scroll. */
const FIRST =
  'sticky left-0 w-2/5 min-w-[min(8.5rem,55cqw)] max-w-[55cqw] hyphens-auto bg-surface pl-4 text-left large-text:pl-3'

function AveragesTable({ periods, subjects }: Props) {
  const captionId = useId()
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the screen
      tabIndex={0}
      className="card @container overflow-x-auto overscroll-x-contain focus-visible:shadow-focus print:overflow-visible print:[container-type:normal]"
    >
      <table className="w-full border-separate [border-spacing:0]">
        <caption id={captionId} className="sr-only">
          Promedios por asignatura y período
        </caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} ${FIRST}`}>
              Asignatura
            </th>
            {periods.map(({ id, name }) => (
              <th key={id} scope="col" className={`${HEAD} pl-1 text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ id, subject }) => (
            <tr key={id}>
              <th scope="row" className={`${CELL} ${FIRST} border-t font-medium text-row`}>
                {subject}
              </th>
              {periods.map(({ id: period_id, grades }) => (
                <SubjectCell key={period_id} subject={grades.averages.find((average) => average.id === id)} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="[&_*]:border-line-control">
          <tr>
            <th scope="row" className={`${CELL} ${FIRST} border-t font-semibold text-row`}>
              Promedio del período
            </th>
            {periods.map(({ id, grades }) => (
              <GradeCell key={id} value={grades.average} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function SubjectCell({ subject }: { subject: SubjectAverage | undefined }) {
  if (!subject) return <td className={`${NUMBER} border-t`}>{MISSING}</td>
  if (!hasConcept(subject)) return <GradeCell value={subject.average} />
  return (
    <td className={`${NUMBER} border-t`}>
      <Concept value={subject.note_scale_value} />
    </td>
  )
}

function GradeCell({ value }: { value: number | null }) {
  return (
    <td className={`${NUMBER} border-t`}>
      <Grade value={value} /> <LowGradeLabel value={value} />
    </td>
  )
}
