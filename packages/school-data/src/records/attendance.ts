import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'

/**
 * The days on which a pupil was absent, of all of `days`. They are spread evenly, so that the percentage is theirs on
 * any day of the year. `mostAbsence` in per cent.
 */
export function absentDays(
  random: Random,
  { settled }: Pupil,
  days: readonly string[],
  mostAbsence: number,
): Set<string> {
  const drawn = { rate: (2 + random.below(mostAbsence - 1)) / 100, phase: 0 }
  const { rate, phase } = settled?.absence ?? drawn
  const upTo = (count: number) => Math.floor(count * rate + phase)
  return new Set(days.filter((_, index) => upTo(index + 1) > upTo(index)))
}

/**
 * One day for each offset, counted in days back from the last; drawn together when there are too few days.
 * `offsets` ascend. No day when there are none.
 */
export function daysBack(days: readonly string[], offsets: readonly number[]): string[] {
  const last = days.length - 1
  const squeeze = Math.min(1, last / Math.max(1, offsets.at(-1) ?? 0))
  return offsets.flatMap((offset) => days[last - Math.round(offset * squeeze)] ?? [])
}
