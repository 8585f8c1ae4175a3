import * as z from 'zod/mini'
import { Day, Id, Instant, QueryDay, QueryId } from '../values/primitives.ts'

/** The longest time from `date_start` to `date_end`, in ms. The range has 366 days, as it includes both. */
const RANGE_MS_MAX = 365 * 86_400_000

const RANGE_BACKWARDS = 'La fecha de inicio es posterior a la de término'
const RANGE_TOO_LONG = 'El rango de fechas supera los 366 días'

export const CountEventsQuery = z
  .strictObject({ student_id: QueryId, date_start: QueryDay, date_end: QueryDay })
  .check(
    z.refine(({ date_start, date_end }) => date_start <= date_end, RANGE_BACKWARDS),
    z.refine(
      ({ date_start, date_end }) => Date.parse(date_end) - Date.parse(date_start) <= RANGE_MS_MAX,
      RANGE_TOO_LONG,
    ),
  )

/** `diary_counts` maps each day that has events to their number; it lacks all other days. */
export const CountEventsResponse = z.object({ diary_counts: z.record(Day, z.int()) })

export const EventsQuery = z.strictObject({ student_id: QueryId, date: QueryDay })

export const DiaryEvent = z.object({
  id: Id,
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** A day, or a moment if the event has a time. */
  date: z.union([Day, Instant]),
  content: z.nullable(z.string()),
  course: z.nullable(z.object({ description: z.string() })),
  subject: z.nullable(z.object({ name: z.string() })),
  /** The root-relative path of the attached document; null if the event has no document. */
  document: z.nullable(z.string()),
})
export type DiaryEvent = z.infer<typeof DiaryEvent>
export const EventsResponse = z.array(DiaryEvent)

/** `getUpcomingEvents` answers the events of this many days, of which the requested day is the first. */
export const UPCOMING_DAYS = 21
