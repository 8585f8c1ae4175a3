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

const sortedUniqueMinutes = (minutes: Iterable<number>) => Array.from(new Set(minutes)).sort((a, b) => a - b)

/** The grid lines of the week: all starts and ends of slots, in minutes since midnight. */
export const gridLinesOf = (week: readonly Slot[][]): number[] =>
  sortedUniqueMinutes(week.flat().flatMap(({ start, end }) => [start, end]))

const REM_PER_MINUTE = 0.08

/** The CSS `grid-template-rows`: between adjacent lines a row with a minimum height proportional to its minutes. */
export const gridTemplateRows = (lines: readonly number[]): string =>
  lines
    .slice(1)
    .map((line, index) => `minmax(${((line - (lines[index] ?? 0)) * REM_PER_MINUTE).toFixed(2)}rem, auto)`)
    .join(' ')

/** The CSS `grid-row` of a slot. */
export const gridRowOf = ({ start, end }: Slot, lines: readonly number[]): string =>
  `${lines.indexOf(start) + 1} / ${lines.indexOf(end) + 1}`

/** The minimum distance in minutes at which the labels of two times do not overlap. */
const LABEL_GAP_MINUTES_MIN = 18
/** The minimum distance in minutes of the end of a class from the other times that are shown. */
const END_LABEL_GAP_MINUTES_MIN = 40

/** The times beside the grid, in minutes since midnight: starts of classes, then ends, unless too close to another. */
export function timeLabels(week: readonly Slot[][]): number[] {
  const slots = week.flat().filter(({ blocks }) => blocks.some(isClass))
  const shownMinutes: number[] = []
  const add = (edge: 'start' | 'end', distance: number) => {
    for (const time of sortedUniqueMinutes(slots.map((slot) => slot[edge])))
      if (shownMinutes.every((other) => Math.abs(other - time) >= distance)) shownMinutes.push(time)
  }
  add('start', LABEL_GAP_MINUTES_MIN)
  add('end', END_LABEL_GAP_MINUTES_MIN)
  return sortedUniqueMinutes(shownMinutes)
}
