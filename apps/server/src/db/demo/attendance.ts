import type { Pupil, Role } from './pupils.ts'
import type { Random } from './random.ts'

/** `rate` of absent days; a higher `phase`, 0 to 1, takes them earlier. */
type Absence = { rate: number; phase: number }

const settledAbsence: Partial<Record<Role, Absence>> = {
  martina: { rate: 0.08, phase: 0.3 },
  // Below the 85 % of the promotion rule from the first weeks on.
  tomas: { rate: 0.168, phase: 0.99 },
}

/**
 * The days on which a pupil was absent. They are spread evenly, so that the percentage is theirs on any day
 * of the year.
 */
export function absentDays(random: Random, { role, days }: Pupil): Set<string> {
  const drawn = { rate: (2 + random.below(13)) / 100, phase: 0 }
  const { rate, phase } = settledAbsence[role] ?? drawn
  const upTo = (count: number) => Math.floor(count * rate + phase)
  return new Set(days.filter((_, index) => upTo(index + 1) > upTo(index)))
}

/**
 * One day for each offset, counted in days back from the last; drawn together when there are too few days.
 * `offsets` ascend. No day when there are none.
 */
export function daysBack(days: string[], offsets: readonly number[]): string[] {
  const last = days.length - 1
  const squeeze = Math.min(1, last / Math.max(1, offsets.at(-1) ?? 0))
  return offsets.flatMap((offset) => days[last - Math.round(offset * squeeze)] ?? [])
}
