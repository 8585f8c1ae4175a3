import type { Block } from '@apoderados/contract/timetable'
import { endOf, isClass, startOf } from '../../shared/text/week.ts'

/** Blocks of a day that share a place, one under the other: one alone, or several that overlap. */
export type Slot = {
  /** Minutes since midnight. */
  start: number
  /** Minutes since midnight, at least one after `start`. */
  end: number
  blocks: Block[]
}

/** `blocks` by their start. */
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

/** Where something begins or ends on any day, in minutes since midnight: the lines of the week's grid. */
export const linesOf = (week: readonly Slot[][]): number[] =>
  inOrder(week.flat().flatMap(({ start, end }) => [start, end]))

const REM_PER_MINUTE = 0.08

/** A row from line to line, as high as its minutes, and higher where its words need it. */
export const rowsOf = (lines: readonly number[]): string =>
  lines
    .slice(1)
    .map((line, index) => `minmax(${((line - (lines[index] ?? 0)) * REM_PER_MINUTE).toFixed(2)}rem, auto)`)
    .join(' ')

/** The rows of a slot, as CSS counts lines. */
export const rowOf = ({ start, end }: Slot, lines: readonly number[]): string =>
  `${lines.indexOf(start) + 1} / ${lines.indexOf(end) + 1}`

/** Closer than this, two times would be written over each other. */
const MIN_LABEL_GAP_MINUTES = 18
/** An end is only told where nothing begins soon after. */
const LONG_PAUSE_MINUTES = 40

/** The times beside the grid: when classes begin, and the ends that no beginning follows. */
export function timesShown(week: readonly Slot[][]): number[] {
  const slots = week.flat().filter(({ blocks }) => blocks.some(isClass))
  const shown: number[] = []
  const add = (times: number[], distance: number) => {
    for (const time of inOrder(times))
      if (shown.every((other) => Math.abs(other - time) >= distance)) shown.push(time)
  }
  add(
    slots.map(({ start }) => start),
    MIN_LABEL_GAP_MINUTES,
  )
  add(
    slots.map(({ end }) => end),
    LONG_PAUSE_MINUTES,
  )
  return inOrder(shown)
}
