import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import { Instant } from '../values/primitives.ts'

/**
 * When the parent created the address by which calendar programs read the student's agenda and timetable, and when a
 * program last read it. Both are null if the parent has no such address.
 */
export const CalendarFeedResponse = z.object({
  created_at: z.nullable(Instant),
  /** It may be up to an hour before the latest read; null if no program has read the calendar. */
  last_read_at: z.nullable(Instant),
})

/** `path` is the calendar's root-relative address. It contains the secret, of which the server stores only a hash. */
export const CreateCalendarFeedResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  path: z.string(),
})

/** The request of `createCalendarFeed` and of `revokeCalendarFeed`. */
export const ChangeCalendarFeedRequest = z.strictObject({
  student_id: z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido')),
})

/** The secret in a calendar's address: 256 random bits in hexadecimal. */
export const CalendarFileRequest = z.strictObject({
  secret: z.string({ error: messages.notFound }).check(z.regex(/^[0-9a-f]{64}$/, messages.notFound)),
})
