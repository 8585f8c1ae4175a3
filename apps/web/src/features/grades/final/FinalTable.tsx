import type { SubjectAverage } from '@apoderados/contract/grades'
import { useId } from 'react'
import { MISSING } from '../../../shared/text/format.ts'
import { EmptyList } from '../../../shared/ui/notices/EmptyList.tsx'
import { Concept, Grade, LowGradeLabel } from '../Grade.tsx'
import type { Period } from '../period.ts'
import { hasConcept } from '../scale.ts'
import './finalTable.css'

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

function AveragesTable({ periods, subjects }: Props) {
  const captionId = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the screen
    <section className="card final-scroll" aria-labelledby={captionId} tabIndex={0}>
      <table className="final-table">
        <caption id={captionId} className="sr-only">
          Promedios por asignatura y período
        </caption>
        <thead>
          <tr>
            <th scope="col">Asignatura</th>
            {periods.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ id, subject }) => (
            <tr key={id}>
              <th scope="row">{subject}</th>
              {periods.map(({ id: period_id, grades }) => (
                <SubjectCell key={period_id} subject={grades.averages.find((average) => average.id === id)} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Promedio del período</th>
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
  if (!subject) return <td>{MISSING}</td>
  if (!hasConcept(subject)) return <GradeCell value={subject.average} />
  return (
    <td>
      <Concept value={subject.note_scale_value} />
    </td>
  )
}

function GradeCell({ value }: { value: number | null }) {
  return (
    <td>
      <Grade value={value} /> <LowGradeLabel value={value} />
    </td>
  )
}
