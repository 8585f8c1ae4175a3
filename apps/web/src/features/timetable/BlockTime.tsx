import type { Block } from '@apoderados/contract/calendar/timetable'
import { endOf, startOf, timeOf } from '../../shared/text/week.ts'

/** '08:00–09:30'; on a phone the start is above the end. */
export function BlockTime({ block }: { block: Block }) {
  return (
    <p className="lesson-time">
      <span className="lesson-start">{timeOf(startOf(block))}</span>
      <span className="lesson-dash">–</span>
      <span className="lesson-end">{timeOf(endOf(block))}</span>
    </p>
  )
}
