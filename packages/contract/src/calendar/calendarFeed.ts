import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { Instant } from '../values/primitives.ts'

/** The address by which calendar programs read a student's agenda and timetable; both are null if there is none. */
export const CalendarFeedResponse = z.object({
  created_at: z.nullable(Instant),
  /** When a program last read the calendar, at most an hour too early; null if none has. */
  last_read_at: z.nullable(Instant),
})

/** `path` is root-relative and contains the secret, which the server answers only here. */
export const CalendarFeedCreated = z.object({ success: z.boolean(), message: z.string(), path: z.string() })

export const CalendarFeedChange = z.strictObject({
  student_id: z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido')),
})

/** The secret has 256 random bits in hexadecimal. */
export const CalendarRequest = z.strictObject({
  secret: z.string({ error: messages.notFound }).check(z.regex(/^[0-9a-f]{64}$/, messages.notFound)),
})
