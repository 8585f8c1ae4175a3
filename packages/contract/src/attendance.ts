import * as z from 'zod/mini'
import { Id, Instant, openEnum } from './values/primitives.ts'

export const arrearStatuses = ['created', 'justified', 'pending', 'rejected'] as const
export type ArrearStatus = (typeof arrearStatuses)[number]

/** A late arrival. */
export const Arrear = z.object({
  id: Id,
  date_late: Instant,
  status: openEnum(arrearStatuses),
  observation: z.nullable(z.string()),
})
export type Arrear = z.infer<typeof Arrear>

/** `attendance_percentage` is 0 to 100, unrounded; it is null before the first class day. */
export const ArrearsResponse = z.object({
  arrears: z.array(Arrear),
  attendance_percentage: z.nullable(z.number()),
})
