import { formatDay, oneDecimal } from '../../../shared/text/format.ts'
import type { TrendPeriod } from './trendPeriods.ts'

/** The grades of the chart in words and figures. */
export function TrendTable({ periods }: { periods: readonly TrendPeriod[] }) {
  return (
    <table className="trend-table text-small">
      <caption className="sr-only">Notas de la asignatura por período</caption>
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
  )
}
