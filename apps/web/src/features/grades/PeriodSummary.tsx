import type { SubjectAverage } from '@apoderados/contract/grades'
import { oneDecimal } from '../../shared/text/format.ts'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import { Grade } from './Grade.tsx'
import { hasConcept, hasNumericAverage, isBelowPassing, type NumericAverage, scalePercent } from './scale.ts'

/** The desktop's panel while no subject is open. */
export function PeriodSummary({ averages }: { averages: readonly SubjectAverage[] }) {
  const numbered = averages.filter(hasNumericAverage)
  const values = numbered.map(({ average }) => average)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const low = numbered.filter(({ average }) => isBelowPassing(average))
  const concepts = averages.filter(hasConcept)
  const others = averages.filter((subject) => !hasNumericAverage(subject) && !hasConcept(subject))
  return (
    <Section title="Resumen del período">
      <div className="px-5 pt-5 pb-2">
        <ScaleDots averages={numbered} />
        <Facts>
          <Fact label="Más alta">
            <AverageList averages={numbered.filter(({ average }) => average === highest)} />
          </Fact>
          <Fact label="Más baja">
            <AverageList averages={numbered.filter(({ average }) => average === lowest)} />
          </Fact>
          <Fact label="Bajo 4,0">{low.length > 0 ? <AverageList averages={low} /> : 'Ninguna'}</Fact>
          {concepts.length > 0 && <Fact label="Con concepto">{joinSubjects(concepts)}</Fact>}
          {others.length > 0 && <Fact label="Sin promedio">{joinSubjects(others)}</Fact>}
        </Facts>
      </div>
    </Section>
  )
}

const joinSubjects = (averages: readonly SubjectAverage[]) =>
  averages.map(({ subject }) => subject).join(' · ')

function AverageList({ averages }: { averages: readonly NumericAverage[] }) {
  return averages.map(({ id, subject, average }) => (
    <span key={id} className="flex justify-between gap-3">
      <span className="min-w-0">{subject}</span> <Grade value={average} size="" />
    </span>
  ))
}

/** The space for a dot with its gap: its width in per cent of the narrowest scale, and its height in em. */
const DOT_WIDTH_PERCENT = 4
const DOT_HEIGHT_EM = 0.9375

/** A dot for each average on the scale from 1,0 to 7,0, with a title; dots that would overlap are stacked. */
function ScaleDots({ averages }: { averages: readonly NumericAverage[] }) {
  const dots = stackDots(averages)
  const values = averages.map(({ average }) => average)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map(oneDecimal)
  const height = Math.max(...dots.map(({ level }) => level)) + 1
  return (
    <div className="mb-2 px-3">
      <svg
        className="w-full overflow-visible"
        role="img"
        aria-label={`Promedios en la escala de 1,0 a 7,0: el más bajo es ${lowest} y el más alto, ${highest}.`}
        style={{ height: `${height * DOT_HEIGHT_EM}em` }}
      >
        {dots.map(({ id, subject, average, percent, level }) => {
          const [x, y] = [`${percent}%`, `${(height - level - 0.5) * DOT_HEIGHT_EM}em`]
          return (
            <g key={id}>
              <title>{`${subject} ${oneDecimal(average)}`}</title>
              {isBelowPassing(average) ? (
                <rect
                  className="fill-negative [transform-box:fill-box] [transform-origin:center] [transform:translate(-50%,-50%)_rotate(45deg)]"
                  x={x}
                  y={y}
                  width="0.625em"
                  height="0.625em"
                />
              ) : (
                <circle className="fill-chart" cx={x} cy={y} r="0.375em" />
              )}
            </g>
          )
        })}
      </svg>
      <div
        aria-hidden="true"
        className="-mx-3 mt-1.5 flex justify-between border-line-control border-t pt-1.5 text-caption text-text-2 tabular-nums"
      >
        <span>1,0</span>
        <span>4,0</span>
        <span>7,0</span>
      </div>
    </div>
  )
}

/** Adds each dot's place on the scale in per cent, and the lowest level on which it overlaps no other dot. */
function stackDots(averages: readonly NumericAverage[]) {
  const levelEnds: number[] = []
  return averages
    .map((subject) => ({ ...subject, percent: scalePercent(subject.average) }))
    .sort((a, b) => a.percent - b.percent)
    .map((dot) => {
      const free = levelEnds.findIndex((end) => end <= dot.percent)
      const level = free === -1 ? levelEnds.length : free
      levelEnds[level] = dot.percent + DOT_WIDTH_PERCENT
      return { ...dot, level }
    })
}
