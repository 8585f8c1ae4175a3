import { useId, useState } from 'react'
import { oneDecimal } from '../../../shared/text/format.ts'
import { GradeChart } from './GradeChart.tsx'
import { TrendTable } from './TrendTable.tsx'
import { TrendText } from './TrendText.tsx'
import type { TrendPeriod } from './trendPeriods.ts'

/**
 * A subject's numeric grades in its periods: a chart, a sentence and, on demand, a table. With a single period it is
 * only the chart, and with fewer than two grades nothing.
 */
export function SubjectTrend({ periods }: { periods: readonly TrendPeriod[] }) {
  const [isTableShown, showTable] = useState(false)
  const tableId = useId()
  const chart = periods.map(({ marks }) => marks.map(({ grade }) => grade))
  if (chart.flat().length < 2) return null
  if (periods.length < 2) return <GradeChart periods={chart} />
  return (
    <div className="subject-trend">
      <GradeChart periods={chart} />
      <div aria-hidden="true" className="subject-trend-periods text-caption text-text-2">
        {periods.map(({ id, name, average }) => (
          <span key={id}>
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
