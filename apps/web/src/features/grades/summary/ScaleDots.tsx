import { oneDecimal } from '../../../shared/text/format.ts'
import { isBelow, type NumberedAverage, scalePercent } from '../scale.ts'
import './scaleDots.css'

/** The space for a dot with its gap: the width in per cent of the narrowest scale, and the height in em. */
const DOT_PERCENT = 4
const DOT_EM = 0.9375

/** A dot for each average between 1,0 and 7,0; dots that would overlap are stacked. The list beside it has the values. */
export function ScaleDots({ averages }: { averages: readonly NumberedAverage[] }) {
  const dots = stack(averages)
  const values = averages.map(({ average }) => average)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map(oneDecimal)
  const height = Math.max(...dots.map(({ level }) => level)) + 1
  return (
    <div className="scale-dots">
      <svg
        role="img"
        aria-label={`Promedios en la escala de 1,0 a 7,0: el más bajo es ${lowest} y el más alto, ${highest}.`}
        style={{ height: `${height * DOT_EM}em` }}
      >
        {dots.map(({ id, subject, average, percent, level }) => {
          const [x, y] = [`${percent}%`, `${(height - level - 0.5) * DOT_EM}em`]
          return (
            <g key={id}>
              <title>{`${subject} ${oneDecimal(average)}`}</title>
              {isBelow(average) ? (
                <rect x={x} y={y} width="0.625em" height="0.625em" />
              ) : (
                <circle cx={x} cy={y} r="0.375em" />
              )}
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="scale-dots-axis text-caption text-text-2">
        <span>1,0</span>
        <span>4,0</span>
        <span>7,0</span>
      </div>
    </div>
  )
}

/** Puts each dot on the lowest level where it overlaps no other. */
function stack(averages: readonly NumberedAverage[]) {
  const levelEnds: number[] = []
  return averages
    .map((subject) => ({ ...subject, percent: scalePercent(subject.average) }))
    .sort((a, b) => a.percent - b.percent)
    .map((dot) => {
      const free = levelEnds.findIndex((end) => end <= dot.percent)
      const level = free === -1 ? levelEnds.length : free
      levelEnds[level] = dot.percent + DOT_PERCENT
      return { ...dot, level }
    })
}
