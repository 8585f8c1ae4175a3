import { isClass } from '../../shared/week.ts'
import { BlockCard } from './BlockCard.tsx'
import { BreakLine } from './BreakLine.tsx'
import { rowOf, type Slot } from './slots.ts'

type Props = {
  slots: Slot[]
  /** Of the grid in which the day is a column; without them it stands alone. */
  lines?: readonly number[]
  /** Minutes since midnight, on today's timetable only. */
  now: number | undefined
}

/** The blocks of one day. */
export function DayList({ slots, lines, now }: Props) {
  return (
    <ol className="day-list">
      {slots.map((slot) => (
        <li key={slot.start} className="slot" style={lines && { gridRow: rowOf(slot, lines) }}>
          {slot.blocks.map((block, index) => {
            const Block = isClass(block) ? BlockCard : BreakLine
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids, and those of a place keep their order
            return <Block key={index} block={block} now={now} />
          })}
        </li>
      ))}
    </ol>
  )
}
