import * as z from 'zod/mini'
import { DiaryEvent } from './agenda.ts'
import { Id, QueryDay } from './values/primitives.ts'

/** `date`: today at school. */
export const FamilyOverviewQuery = z.strictObject({ date: QueryDay })

const Time = z.string().check(z.regex(/^\d{2}:\d{2}$/))

const StudentOverview = z.object({
  student_id: Id,
  /** 0 to 100, unrounded; null before the first class day. */
  attendance_percentage: z.nullable(z.number()),
  /** The classes of `date`'s weekday by start, breaks left out. */
  classes: z.array(z.object({ subject_name: z.string(), starts_at: Time, ends_at: Time })),
})
export type StudentOverview = z.infer<typeof StudentOverview>

/** An event once, with all students of the parent whose agenda shows it. */
const FamilyEvent = z.extend(DiaryEvent, { establishment_id: Id, student_ids: z.array(Id) })
export type FamilyEvent = z.infer<typeof FamilyEvent>

/** Every linked student; the events of `date` and of the day after it. */
export const FamilyOverviewResponse = z.object({
  students: z.array(StudentOverview),
  events: z.array(FamilyEvent),
})
