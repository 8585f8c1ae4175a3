import type { Block } from '@apoderados/contract/calendar/timetable'
import { endOf, isClass, startOf } from '../../shared/text/week.ts'

/** A single block of a day, or several that overlap and are shown one under the other. */
export type Slot = {
  /** Minutes since midnight. */
  start: number
  /** Minutes since midnight, at least one after `start`. */
  end: number
  blocks: Block[]
}

/** Groups overlapping blocks; `blocks` must be sorted by start. */
export function slotsOf(blocks: readonly Block[]): Slot[] {
  const slots: Slot[] = []
  for (const block of blocks) {
    const start = startOf(block)
    const end = Math.max(endOf(block), start + 1)
    const last = slots.at(-1)
    if (last && start < last.end) {
      last.blocks.push(block)
      last.end = Math.max(last.end, end)
    } else slots.push({ start, end, blocks: [block] })
  }
  return slots
}

const inOrder = (minutes: Iterable<number>) => Array.from(new Set(minutes)).sort((a, b) => a - b)

/** The grid lines of the week: all starts and ends of slots, in minutes since midnight. */
export const linesOf = (week: readonly Slot[][]): number[] =>
  inOrder(week.flat().flatMap(({ start, end }) => [start, end]))

const REM_PER_MINUTE = 0.08

/** The rows between the lines; their height is at least proportional to their minutes. */
export const rowsOf = (lines: readonly number[]): string =>
  lines
    .slice(1)
    .map((line, index) => `minmax(${((line - (lines[index] ?? 0)) * REM_PER_MINUTE).toFixed(2)}rem, auto)`)
    .join(' ')

/** The CSS `grid-row` of a slot. */
export const rowOf = ({ start, end }: Slot, lines: readonly number[]): string =>
  `${lines.indexOf(start) + 1} / ${lines.indexOf(end) + 1}`

/** The minimum distance in minutes at which the labels of two times do not overlap. */
const MIN_LABEL_GAP_MINUTES = 18
/** The end of a class is shown only if no other shown time is closer than these minutes. */
const END_LABEL_GAP_MINUTES_MIN = 40

/** The times beside the grid: the starts of classes, and the ends that no start follows soon. */
export function timeLabels(week: readonly Slot[][]): number[] {
  const slots = week.flat().filter(({ blocks }) => blocks.some(isClass))
  const shownMinutes: number[] = []
  const add = (times: number[], distance: number) => {
    for (const time of inOrder(times))
      if (shownMinutes.every((other) => Math.abs(other - time) >= distance)) shownMinutes.push(time)
  }
  add(
    slots.map(({ start }) => start),
    MIN_LABEL_GAP_MINUTES,
  )
  add(
    slots.map(({ end }) => end),
    END_LABEL_GAP_MINUTES_MIN,
  )
  return inOrder(shownMinutes)
}
