import type { Block } from '@apoderados/contract/timetable'
import { endOf, isClass, startOf, subjectOf } from '../../shared/text/week.ts'
import { BlockCard } from './BlockCard.tsx'
import { BreakLine } from './BreakLine.tsx'
import { rowOf, type Slot } from './slots.ts'

type Props = {
  slots: Slot[]
  /** Of the grid in which the day is a column; undefined for a single day. */
  lines?: readonly number[]
  /** Minutes since midnight, on today's timetable only. */
  now: number | undefined
}

/** A block has no id: those that share a place differ by their times or by their subject. */
const keyOf = (block: Block) => `${startOf(block)}–${endOf(block)} ${subjectOf(block)}`

/** The blocks of one day. */
export function DayList({ slots, lines, now }: Props) {
  return (
    <ol className="day-list">
      {slots.map((slot) => (
        <li key={slot.start} className="slot" style={lines && { gridRow: rowOf(slot, lines) }}>
          {slot.blocks.map((block) => {
            const Block = isClass(block) ? BlockCard : BreakLine
            return <Block key={keyOf(block)} block={block} now={now} />
          })}
        </li>
      ))}
    </ol>
  )
}
