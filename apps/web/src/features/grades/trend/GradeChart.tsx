import { oneDecimal } from '../../../shared/text/format.ts'
import { isBelowPassing, scalePercent } from '../scale.ts'

export const CHART = 'mb-6 flex h-26 gap-3.5 leading-none'

/** A chart of each period's numeric grades, at least two in all, in the server's order, with periods of equal width. */
export function GradeChart({ periods }: { periods: readonly (readonly number[])[] }) {
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
