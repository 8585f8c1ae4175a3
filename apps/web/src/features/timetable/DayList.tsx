import type { Block } from '@apoderados/contract/calendar/timetable'
import { endOf, isClass, startOf, subjectOf } from '../../shared/text/week.ts'
import { BlockCard, BreakLine } from './BlockCard.tsx'
import { rowOf, type Slot } from './slots.ts'

type Props = {
  slots: Slot[]
  /** The lines of the week's grid if the day is one of its columns; undefined if the day is shown alone. */
  lines?: readonly number[]
  /** The current time in minutes since midnight; undefined unless the day is today. */
  now: number | undefined
}

/** A React key: a block has no id, but the blocks of a slot differ in their times or subject. */
const keyOf = (block: Block) => `${startOf(block)}–${endOf(block)} ${subjectOf(block)}`

/** The blocks of one day. */
export function DayList({ slots, lines, now }: Props) {
  if (slots.length === 0) return <p className="day-empty">Sin Elementos.</p>
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
