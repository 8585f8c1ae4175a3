import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'

/**
 * Returns the days on which a pupil was absent: a prescribed share of `days`, or a random one of 2 to `percentMax`
 * percent. They are spread evenly, so that the percentage of absences changes little during the year.
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
 * Returns the day at each of the ascending `offsets`, counted back from the last of `days`. If the last offset is too
 * large for `days`, all offsets are scaled down.
 */
export function daysBack(days: readonly string[], offsets: readonly number[]): string[] {
  const last = days.length - 1
  const squeeze = Math.min(1, last / Math.max(1, offsets.at(-1) ?? 0))
  return offsets.flatMap((offset) => days[last - Math.round(offset * squeeze)] ?? [])
}
