import { type ArrearStatus, arrearStatuses } from '@apoderados/contract/attendance'
import { daysBack } from './attendance.ts'
import type { Role } from './pupils.ts'
import type { Random } from './random.ts'

export type LateArrival = {
  day: string
  /** By the school's clock, `HH:MM`. */
  time: string
  status: ArrearStatus
  observation: string | null
}

/** By this time of the day all have arrived. */
export const LAST_ARRIVAL = '08:40'

const settledOffsets: Partial<Record<Role, readonly number[]>> = {
  martina: [2, 8, 19, 34],
  tomas: [1, 4, 9, 15, 26, 40],
}

/** Newest first: the school notes it, the family answers, the school decides. */
const course: readonly ArrearStatus[] = ['created', 'pending', 'justified', 'rejected']

const observations: Record<ArrearStatus, (time: string, order: number) => string | null> = {
  created: (time) => `Ingresa a las ${time} h. Sin justificativo.`,
  pending: () => null,
  justified: (_, order) =>
    order % 2 === 0 ? 'Control médico, presenta certificado.' : 'Locomoción: retraso del Metro línea 4.',
  rejected: () => 'Justificativo fuera de plazo.',
}

/** `attended`: the days to choose from, oldest first. */
export function drawLateArrivals(random: Random, role: Role, attended: string[]): LateArrival[] {
  const drawn = Array.from({ length: random.below(4) }, () => random.below(60)).sort((a, b) => a - b)
  const possible = drawn.filter((offset) => offset < attended.length)
  const days = new Set(daysBack(attended, settledOffsets[role] ?? possible))
  return Array.from(days, (day, order) => {
    const time = `08:${String(3 + random.below(38)).padStart(2, '0')}`
    const status =
      role === 'classmate' ? random.pick(arrearStatuses) : (course[order % course.length] ?? 'created')
    return { day, time, status, observation: observations[status](time, order) }
  })
}
