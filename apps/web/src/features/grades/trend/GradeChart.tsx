import { oneDecimal } from '../../../shared/text/format.ts'
import { isBelowPassing, scalePercent } from '../scale.ts'

/** A chart of each period's numeric grades, at least two in all, in the server's order, with periods of equal width. */
export function GradeChart({ periods }: { periods: readonly (readonly number[])[] }) {
  const grades = periods.flat()
  const dots = dotsOf(periods)
  const [lowest, highest] = [Math.min(...grades), Math.max(...grades)].map(oneDecimal)
  const count = `${grades.length} notas${periods.length > 1 ? ` de ${periods.length} períodos` : ''}`
  return (
    <div className="grade-chart">
      <div aria-hidden="true" className="grade-chart-scale text-caption text-text-2">
        <span>7,0</span>
        <span>4,0</span>
        <span>1,0</span>
      </div>
      <div className="grade-chart-field">
        <svg
          role="img"
          aria-label={`Gráfico de ${count}: la más baja es ${lowest} y la más alta, ${highest}.`}
        >
          {periods.slice(1).map((_, index) => {
            const x = `${((index + 1) / periods.length) * 100}%`
            return <line key={x} className="grade-chart-border" x1={x} y1="0" x2={x} y2="100%" />
          })}
          {dots.slice(1).map((dot, index) => {
            const { x, y } = dots[index] ?? dot
            return <line key={dot.x} x1={x} y1={y} x2={dot.x} y2={dot.y} />
          })}
          {dots.map(({ grade, x, y }) => (
            <circle key={x} cx={x} cy={y} r="5.5" className={isBelowPassing(grade) ? 'grade-dot-low' : ''} />
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
