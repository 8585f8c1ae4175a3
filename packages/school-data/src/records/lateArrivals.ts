import { type ArrearStatus, arrearStatuses } from '@apoderados/contract/attendance'
import type { Pupil } from '../people/pupils.ts'
import type { Random } from '../random.ts'
import { daysBack } from './attendance.ts'

export type LateArrival = {
  day: string
  /** By the school's clock, `HH:MM`. */
  time: string
  status: ArrearStatus
  observation: string | null
}

/** All late pupils have arrived by this time of the day. */
export const LAST_ARRIVAL = '08:40'

/** The statuses from the newest to the oldest: the school records it, the family answers, the school decides. */
const course: readonly ArrearStatus[] = ['created', 'pending', 'justified', 'rejected']

const observations: Record<ArrearStatus, (time: string, order: number) => string | null> = {
  created: (time) => `Ingresa a las ${time} h. Sin justificativo.`,
  pending: () => null,
  justified: (_, order) =>
    order % 2 === 0 ? 'Control médico, presenta certificado.' : 'Locomoción: retraso del Metro línea 4.',
  rejected: () => 'Justificativo fuera de plazo.',
}

const DAYS_OF_LATE_ARRIVALS = 60

/** `attended` contains the possible days, oldest first. There are up to three late arrivals per sixty of `days`. */
export function drawLateArrivals(
  random: Random,
  { settled }: Pupil,
  attended: readonly string[],
  maxCount: number,
): LateArrival[] {
  const within = (DAYS_OF_LATE_ARRIVALS / 3) * maxCount
  const drawn = Array.from({ length: random.below(maxCount + 1) }, () => random.below(within)).sort(
    (a, b) => a - b,
  )
  const possible = drawn.filter((offset) => offset < attended.length)
  const days = new Set(daysBack(attended, settled?.lateArrivals ?? possible))
  return Array.from(days, (day, order) => {
    const time = `08:${String(3 + random.below(38)).padStart(2, '0')}`
    const status = settled ? (course[order % course.length] ?? 'created') : random.pick(arrearStatuses)
    return { day, time, status, observation: observations[status](time, order) }
  })
}
