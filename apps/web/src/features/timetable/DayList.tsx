import type { Block } from '@apoderados/contract/calendar/timetable'
import { endOf, isClass, startOf, subjectOf } from '../../shared/text/week.ts'
import { BlockCard, BreakLine } from './BlockCard.tsx'
import { gridRowOf, type Slot } from './slots.ts'

type Props = {
  slots: Slot[]
  /** The grid lines of the week, in minutes since midnight; undefined if the day is shown alone. */
  lines?: readonly number[]
  /** The current time in minutes since midnight; undefined unless the day is today and classes are held. */
  now: number | undefined
}

/** A React key: a block has no id, but the blocks of a slot differ in their times or subject. */
const blockKey = (block: Block) => `${startOf(block)}–${endOf(block)} ${subjectOf(block)}`

/** The blocks of one day. */
export function DayList({ slots, lines, now }: Props) {
  if (slots.length === 0)
    return <p className="text-text-2 week:p-2 week:text-center week:text-label">Sin Elementos.</p>
  return (
    <ol className="flex flex-col gap-2 week:row-span-full week:grid week:grid-rows-subgrid week:gap-0">
      {slots.map((slot) => (
        <li
          key={slot.start}
          className="flex flex-col gap-2 week:min-w-0 week:gap-0.5 week:pb-0.5"
          style={lines && { gridRow: gridRowOf(slot, lines) }}
        >
          {slot.blocks.map((block) => {
            const Block = isClass(block) ? BlockCard : BreakLine
            return <Block key={blockKey(block)} block={block} now={now} />
          })}
        </li>
      ))}
    </ol>
  )
}
