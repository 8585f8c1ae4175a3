import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'

/**
 * Draws the days on which a pupil was absent. They are spread evenly over `days`, so that the percentage is nearly the
 * same on any day of the year. `percentMax` is the highest percentage of absences.
 */
export function absentDays(
  random: Random,
  { prescribed }: Pupil,
  days: readonly string[],
  percentMax: number,
): Set<string> {
  const drawn = { rate: (2 + random.below(percentMax - 1)) / 100, phase: 0 }
  const { rate, phase } = prescribed?.absence ?? drawn
  const upTo = (count: number) => Math.floor(count * rate + phase)
  return new Set(days.filter((_, index) => upTo(index + 1) > upTo(index)))
}

/**
 * Returns the day at each offset, counted back from the last day. Ascending offsets are scaled down if there are too
 * few days.
 */
export function daysBack(days: readonly string[], offsets: readonly number[]): string[] {
  const last = days.length - 1
  const squeeze = Math.min(1, last / Math.max(1, offsets.at(-1) ?? 0))
  return offsets.flatMap((offset) => days[last - Math.round(offset * squeeze)] ?? [])
}
