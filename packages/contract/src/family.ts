import * as z from 'zod/mini'
import { DiaryEvent } from './agenda.ts'
import { Id, QueryDay } from './values/primitives.ts'

/** `date` is the current day in the school's time zone. */
export const FamilyOverviewQuery = z.strictObject({ date: QueryDay })

const Time = z.string().check(z.regex(/^\d{2}:\d{2}$/))

const StudentOverview = z.object({
  student_id: Id,
  /** The percentage from 0 to 100, unrounded; null before the first class day. */
  attendance_percentage: z.nullable(z.number()),
  /** The classes on the weekday of `date`, sorted by start, without breaks. */
  classes: z.array(z.object({ subject_name: z.string(), starts_at: Time, ends_at: Time })),
})
export type StudentOverview = z.infer<typeof StudentOverview>

/** An event, with all students of the parent whose agenda shows the event. */
const FamilyEvent = z.extend(DiaryEvent, { establishment_id: Id, student_ids: z.array(Id) })
export type FamilyEvent = z.infer<typeof FamilyEvent>

/** Contains every linked student, and the events of `date` and of the day after. */
export const FamilyOverviewResponse = z.object({
  students: z.array(StudentOverview),
  events: z.array(FamilyEvent),
})
