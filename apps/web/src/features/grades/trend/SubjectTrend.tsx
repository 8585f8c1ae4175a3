import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import ArrowRight from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?react'
import ArrowUp from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?react'
import { useId, useState } from 'react'
import { formatDay, oneDecimal } from '../../../shared/text/format.ts'
import { GradeChart } from './GradeChart.tsx'
import type { TrendPeriod } from './trendPeriods.ts'

/** A chart of a subject's numeric grades; with several periods also a sentence and, on demand, a table. */
export function SubjectTrend({ periods }: { periods: readonly TrendPeriod[] }) {
  const [isTableShown, showTable] = useState(false)
  const tableId = useId()
  const chart = periods.map(({ marks }) => marks.map(({ grade }) => grade))
  if (chart.flat().length < 2) return null
  if (periods.length < 2) return <GradeChart periods={chart} />
  return (
    <div className="mb-5">
      <GradeChart periods={chart} />
      {/* The labels are aligned with the chart's parts, without its scale and padding. */}
      <div aria-hidden="true" className="-mt-5 mb-2 flex pl-9 text-caption text-text-2">
        {periods.map(({ id, name, average }) => (
          <span key={id} className="min-w-0 flex-1 text-center">
            {name} · {oneDecimal(average)}
          </span>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <TrendText periods={periods} />
        <button
          type="button"
          aria-expanded={isTableShown}
          aria-controls={tableId}
          onClick={() => showTable(!isTableShown)}
          className="min-h-11 font-semibold text-accent-text text-small"
        >
          {isTableShown ? 'Ocultar tabla' : 'Ver tabla'}
        </button>
      </div>
      <div id={tableId}>{isTableShown && <TrendTable periods={periods} />}</div>
    </div>
  )
}

/** Compares the subject's first and last average: 'El promedio sube de 5,9 a 6,2'. It needs averages of two periods. */
function TrendText({ periods }: { periods: readonly TrendPeriod[] }) {
  const averages = periods.map(({ average }) => average).filter((average) => average !== null)
  const [first, last] = [averages.at(0), averages.at(-1)]
  if (first === undefined || last === undefined || averages.length < 2) return null
  const [from, to] = [oneDecimal(first), oneDecimal(last)]
  const [Arrow, direction] =
    from === to
      ? [ArrowRight, `se mantiene en ${to}`]
      : last > first
        ? [ArrowUp, `sube de ${from} a ${to}`]
        : [ArrowDown, `baja de ${from} a ${to}`]
  return (
    <p className="flex items-center gap-1.5 text-small">
      <Arrow className="size-4 shrink-0" />
      El promedio {direction}
    </p>
  )
}

const CELL = 'py-1.5 pr-3 text-left align-top font-normal last:pr-0 last:text-right'

/** The grades of the chart as a table. */
function TrendTable({ periods }: { periods: readonly TrendPeriod[] }) {
  const captionId = useId()
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the screen
      tabIndex={0}
      className="overflow-x-auto focus-visible:edge-2 focus-visible:rounded-xs"
    >
      <table className="mb-2 w-full text-small tabular-nums">
        <caption id={captionId} className="sr-only">
          Notas de la asignatura por período
        </caption>
        <thead>
          <tr>
            {['Período', 'Evaluación', 'Fecha', 'Nota'].map((name) => (
              <th key={name} scope="col" className={`${CELL} whitespace-nowrap text-text-2`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_:is(td,th)]:border-line [&_:is(td,th)]:border-t">
          {periods.map((period) =>
            period.marks.map(({ id, name, date, grade }) => (
              <tr key={id}>
                <td className={`${CELL} whitespace-nowrap`}>{period.name}</td>
                <th scope="row" className={CELL}>
                  {name}
                </th>
                <td className={`${CELL} whitespace-nowrap`}>{formatDay(date)}</td>
                <td className={`${CELL} whitespace-nowrap`}>{oneDecimal(grade)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}
