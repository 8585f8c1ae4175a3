import type { SubjectAverage } from '@apoderados/contract/grades'
import { Fact, Facts } from '../../../shared/ui/content/Facts.tsx'
import { Section } from '../../../shared/ui/content/Section.tsx'
import { Grade } from '../Grade.tsx'
import { hasNumericAverage, isBelowPassing, type NumericAverage } from '../scale.ts'
import { ScaleDots } from './ScaleDots.tsx'

/**
 * The desktop's panel while no subject is open: the averages on a scale, the highest and the lowest, those under 4,0,
 * and the subjects without a numeric average.
 */
export function PeriodSummary({ averages }: { averages: readonly SubjectAverage[] }) {
  const numbered = averages.filter(hasNumericAverage)
  const values = numbered.map(({ average }) => average)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const low = numbered.filter(({ average }) => isBelowPassing(average))
  const others = averages.filter((subject) => !hasNumericAverage(subject))
  return (
    <Section title="Resumen del período">
      <div className="period-summary">
        <ScaleDots averages={numbered} />
        <Facts>
          <Fact label="Más alta">
            <AverageList averages={numbered.filter(({ average }) => average === highest)} />
          </Fact>
          <Fact label="Más baja">
            <AverageList averages={numbered.filter(({ average }) => average === lowest)} />
          </Fact>
          <Fact label="Bajo 4,0">{low.length > 0 ? <AverageList averages={low} /> : 'Ninguna'}</Fact>
          {others.length > 0 && (
            <Fact label="Sin promedio">{others.map(({ subject }) => subject).join(' · ')}</Fact>
          )}
        </Facts>
      </div>
    </Section>
  )
}

function AverageList({ averages }: { averages: readonly NumericAverage[] }) {
  return averages.map(({ id, subject, average }) => (
    <span key={id} className="flex justify-between gap-3">
      <span className="min-w-0">{subject}</span> <Grade value={average} size="" />
    </span>
  ))
}
