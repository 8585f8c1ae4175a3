import * as z from 'zod/mini'
import { Id, Instant } from './primitives.ts'

export const ArrearStatus = z.enum(['created', 'justified', 'pending', 'rejected'])
export type ArrearStatus = z.infer<typeof ArrearStatus>

/** A late arrival. */
export const Arrear = z.object({
  id: Id,
  date_late: Instant,
  status: ArrearStatus,
  observation: z.nullable(z.string()),
})
export type Arrear = z.infer<typeof Arrear>

/** `attendance_percentage`: 0 to 100, unrounded; null before the first class day. */
export const ArrearsResponse = z.object({
  arrears: z.array(Arrear),
  attendance_percentage: z.nullable(z.number()),
})
