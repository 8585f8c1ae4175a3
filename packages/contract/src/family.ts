import * as z from 'zod/mini'
import { DiaryEvent } from './calendar/agenda.ts'
import { DayOffKind } from './calendar/calendarDays.ts'
import { Day, Id, QueryDay } from './values/primitives.ts'

/** `date` is the current day in the school's time zone. */
export const FamilyOverviewQuery = z.strictObject({ date: QueryDay })

/** `getFamilyOverview` returns events up to this many days after `date`. */
export const FAMILY_DAYS_AHEAD = 7

const TimeOfDay = z.string().check(z.regex(/^\d{2}:\d{2}$/))

const StudentOverview = z.object({
  student_id: Id,
  /** The percentage from 0 to 100, unrounded; null if no class day is recorded. */
  attendance_percentage: z.nullable(z.number()),
  /**
   * True if `date` is from Monday to Friday, within the school year, and no day off. False if the school has no
   * periods: then `next_class_day` is null too.
   */
  is_class_day: z.boolean(),
  /** The holiday, vacation or closure that includes `date`; null if there is none, as on an ordinary weekend. */
  day_off: z.nullable(z.object({ kind: DayOffKind, name: z.string() })),
  /** The first class day after `date`; null if none is left in the school year. */
  next_class_day: z.nullable(Day),
  /** The classes on the weekday of `date`, sorted by start, without breaks. */
  classes: z.array(z.object({ subject_name: z.string(), starts_at: TimeOfDay, ends_at: TimeOfDay })),
})
export type StudentOverview = z.infer<typeof StudentOverview>

/** An event, with all students of the parent whose agenda shows the event. */
const FamilyEvent = z.extend(DiaryEvent, { establishment_id: Id, student_ids: z.array(Id) })
export type FamilyEvent = z.infer<typeof FamilyEvent>

/**
 * Contains every linked student, and each student's events from `date` to the next class day. If that day is more than
 * FAMILY_DAYS_AHEAD days away or unknown, the events end on the day after `date`.
 */
export const FamilyOverviewResponse = z.object({
  students: z.array(StudentOverview),
  events: z.array(FamilyEvent),
})
