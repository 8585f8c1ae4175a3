import { type ArrearStatus, arrearStatuses } from '@apoderados/contract/attendance'
import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import { daysBack } from './attendance.ts'

export type LateArrival = {
  day: string
  /** In the school's local time, `HH:MM`. */
  time: string
  status: ArrearStatus
  observation: string | null
}

/** The latest time of a late arrival, `HH:MM`. */
export const LAST_ARRIVAL_TIME = '08:40'

/**
 * The statuses that a prescribed pupil's late arrivals have, from the newest one on: recorded by the school, explained
 * by the family, and accepted or rejected by the school.
 */
const statusesFromNewest: readonly ArrearStatus[] = ['created', 'pending', 'justified', 'rejected']

const arrivalObservations: Record<ArrearStatus, (time: string, order: number) => string | null> = {
  created: (time) => `Ingresa a las ${time} h. Sin justificativo.`,
  pending: () => null,
  justified: (_, order) =>
    order % 2 === 0 ? 'Control médico, presenta certificado.' : 'Locomoción: retraso del Metro línea 4.',
  rejected: () => 'Justificativo fuera de plazo.',
}

/** A pupil has on average at most one random late arrival in this number of days on which the pupil attended. */
export const DAYS_PER_LATE_ARRIVAL = 20

/**
 * Draws up to `maxCount` late arrivals within the last 20 × `maxCount` days of `attended`, which contains the possible
 * days, oldest first. For a prescribed pupil, it returns late arrivals on the prescribed days.
 */
export function drawLateArrivals(
  random: Random,
  { prescribed }: Pupil,
  attended: readonly string[],
  maxCount: number,
): LateArrival[] {
  const daysBackMax = DAYS_PER_LATE_ARRIVAL * maxCount
  const drawn = Array.from({ length: random.below(maxCount + 1) }, () => random.below(daysBackMax)).sort(
    (a, b) => a - b,
  )
  const possible = drawn.filter((offset) => offset < attended.length)
  const days = new Set(daysBack(attended, prescribed?.lateArrivals ?? possible))
  return Array.from(days, (day, order) => {
    const time = `08:${String(3 + random.below(38)).padStart(2, '0')}`
    const prescribedStatus = statusesFromNewest[order % statusesFromNewest.length] ?? 'created'
    const status = prescribed ? prescribedStatus : random.pick(arrearStatuses)
    return { day, time, status, observation: arrivalObservations[status](time, order) }
  })
}
