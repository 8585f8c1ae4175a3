import { oneDecimal } from '../../shared/text/format.ts'
import { isBelow, placeOf } from './scale.ts'

/** Numeric grades in the server's order; the list under it says each of them. */
export function GradeChart({ grades }: { grades: readonly number[] }) {
  if (grades.length < 2) return null
  const dots = grades.map((grade, index) => ({
    grade,
    x: `${(index / (grades.length - 1)) * 100}%`,
    y: `${100 - placeOf(grade)}%`,
  }))
  const [lowest, highest] = [Math.min(...grades), Math.max(...grades)].map(oneDecimal)
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
          aria-label={`Gráfico de ${grades.length} notas: la más baja es ${lowest} y la más alta, ${highest}.`}
        >
          {dots.slice(1).map((dot, index) => {
            const { x, y } = dots[index] ?? dot
            return <line key={dot.x} x1={x} y1={y} x2={dot.x} y2={dot.y} />
          })}
          {dots.map(({ grade, x, y }) => (
            <circle key={x} cx={x} cy={y} r="5.5" className={isBelow(grade) ? 'grade-dot-low' : ''} />
          ))}
        </svg>
      </div>
    </div>
  )
}
