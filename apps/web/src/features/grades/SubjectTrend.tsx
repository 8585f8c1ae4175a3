import type { Qualification } from '@apoderados/contract/grades'
import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import ArrowRight from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?react'
import ArrowUp from '@phosphor-icons/core/assets/bold/arrow-up-bold.svg?react'
import { useId, useState } from 'react'
import { formatDay, oneDecimal } from '../../shared/text/format.ts'
import type { SubjectMarksOfPeriod } from './periodMarks.ts'
import { isBelowPassing, numericGrade, scalePercent } from './scale.ts'

export type TrendPeriod = {
  id: number
  name: string
  /** The subject's average in the period. */
  average: number | null
  marks: { id: number; name: string; date: string | null; grade: number }[]
}

/** A subject's grades in the open period, as the detail lists them. */
type ShownGrades = { period_id: number; course_subject_id: number; qualifications: readonly Qualification[] }

/**
 * The periods in which the subject has numeric grades, and those in which it has an average while its grades are still
 * loading. In the open period, the grades of `shown` replace those of `marks`.
 */
export function trendPeriods(marks: readonly SubjectMarksOfPeriod[], shown: ShownGrades): TrendPeriod[] {
  return marks.flatMap(({ period: { id, name, grades }, marks = [], isPending }) => {
    const average =
      grades?.averages.find((subject) => subject.id === shown.course_subject_id)?.average ?? null
    const dates = new Map(marks.map(({ id, date }) => [id, date]))
    const graded = (id === shown.period_id ? shown.qualifications : marks).flatMap((mark) => {
      const grade = numericGrade(mark)
      return grade === null ? [] : { id: mark.id, name: mark.name, date: dates.get(mark.id) ?? null, grade }
    })
    const isShown = graded.length > 0 || (isPending && average !== null)
    return isShown ? [{ id, name, average, marks: graded }] : []
  })
}

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
            {`${name} · ${oneDecimal(average)}`}
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
      <span>{`El promedio ${direction}`}</span>
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

export const CHART = 'mb-6 flex h-26 gap-3.5 leading-none'

/** A chart of each period's numeric grades, at least two in all, in the server's order, with periods of equal width. */
function GradeChart({ periods }: { periods: readonly (readonly number[])[] }) {
  const grades = periods.flat()
  const dots = dotsOf(periods)
  const [lowest, highest] = [Math.min(...grades), Math.max(...grades)].map(oneDecimal)
  const count = `${grades.length} notas${periods.length > 1 ? ` de ${periods.length} períodos` : ''}`
  return (
    <div className={CHART}>
      <div aria-hidden="true" className="flex flex-col justify-between text-caption text-text-2 tabular-nums">
        <span>7,0</span>
        <span>4,0</span>
        <span>1,0</span>
      </div>
      {/* The chart extends from the middle of the top label to that of the bottom label. */}
      <div className="relative my-[calc(var(--text-caption)/2)] min-w-0 flex-1 border-line border-y px-4 before:absolute before:inset-x-0 before:top-1/2 before:border-line-control before:border-t before:border-dashed">
        <svg
          className="relative size-full overflow-visible"
          role="img"
          aria-label={`Gráfico de ${count}: la más baja es ${lowest} y la más alta, ${highest}.`}
        >
          {periods.slice(1).map((_, index) => {
            const x = `${((index + 1) / periods.length) * 100}%`
            return <line key={x} className="grade-chart-border stroke-line" x1={x} y1="0" x2={x} y2="100%" />
          })}
          {dots.slice(1).map((dot, index) => {
            const { x, y } = dots[index] ?? dot
            return (
              <line
                key={dot.x}
                className="stroke-2 stroke-chart forced-colors:stroke-[CanvasText]"
                x1={x}
                y1={y}
                x2={dot.x}
                y2={dot.y}
              />
            )
          })}
          {/* The dot of a grade under 4,0 is hollow and not only red. */}
          {dots.map(({ grade, x, y }) => (
            <circle
              key={x}
              cx={x}
              cy={y}
              r="5.5"
              className={`stroke-3 ${
                isBelowPassing(grade)
                  ? 'fill-raised stroke-negative forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]'
                  : 'fill-accent stroke-raised in-[.panel]:stroke-surface forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]'
              }`}
            />
          ))}
        </svg>
      </div>
    </div>
  )
}

/** The grades with their positions. Those of a single period extend from edge to edge; several periods have margins. */
function dotsOf(periods: readonly (readonly number[])[]) {
  const placeIn = (index: number, count: number) =>
    periods.length === 1 ? index / (count - 1) : (index + 0.5) / count
  return periods.flatMap((grades, period) =>
    grades.map((grade, index) => ({
      grade,
      x: `${((period + placeIn(index, grades.length)) / periods.length) * 100}%`,
      y: `${100 - scalePercent(grade)}%`,
    })),
  )
}
