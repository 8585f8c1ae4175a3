import { useId } from 'react'
import { formatDay, oneDecimal } from '../../../shared/text/format.ts'
import type { TrendPeriod } from './trendPeriods.ts'

/** The grades of the chart as a table. */
export function TrendTable({ periods }: { periods: readonly TrendPeriod[] }) {
  const captionId = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the screen
    <section className="trend-scroll" aria-labelledby={captionId} tabIndex={0}>
      <table className="trend-table text-small">
        <caption id={captionId} className="sr-only">
          Notas de la asignatura por período
        </caption>
        <thead>
          <tr>
            <th scope="col">Período</th>
            <th scope="col">Evaluación</th>
            <th scope="col">Fecha</th>
            <th scope="col">Nota</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) =>
            period.marks.map(({ id, name, date, grade }) => (
              <tr key={id}>
                <td>{period.name}</td>
                <th scope="row">{name}</th>
                <td>{formatDay(date)}</td>
                <td>{oneDecimal(grade)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
