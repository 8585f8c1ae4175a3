import type { Block } from '@apoderados/contract/calendar/timetable'
import { labelOf } from '../../shared/text/labels.ts'
import { endOf, isRunning, startOf } from '../../shared/text/week.ts'
import { BlockTime } from './BlockTime.tsx'

const labels = { playtime: 'Recreo' }

/** A block without a class as a thin line: a Recreo, or an unknown type of a newer server. */
export function BreakLine({ block, now }: { block: Block; now: number | undefined }) {
  const minutes = endOf(block) - startOf(block)
  const isNow = now !== undefined && isRunning(block, now)
  return (
    <div className={`lesson pause ${isNow ? 'pause-now' : ''}`}>
      <BlockTime block={block} />{' '}
      <p className="pause-words">
        <span>{labelOf(labels, block.block_type)}</span>
        {minutes > 0 && <span className="pause-minutes"> · {minutes} min</span>}
        {isNow && <span> · Ahora</span>}
      </p>
    </div>
  )
}
