import * as z from 'zod/mini'
import { openEnum } from '../values/primitives.ts'

export const Block = z.object({
  block_type: openEnum(['class', 'playtime']),
  hour_start: z.int(),
  minute_start: z.int(),
  hour_end: z.int(),
  minute_end: z.int(),
  /** Set if the school calls this break lunch; an addition to the specification. */
  is_lunch: z.optional(z.literal(true)),
  /** Null if `block_type` is playtime. */
  class: z.nullable(
    z.object({
      subject_name: z.string(),
      employee_name: z.nullable(z.string()),
      employee_last_name: z.nullable(z.string()),
      course_name: z.string(),
      letter: z.string(),
    }),
  ),
})
export type Block = z.infer<typeof Block>

/** The blocks of one weekday. */
const WeekdaySchedule = z.object({ daySchedule: z.array(Block) })

/** The server sends all five days; the app treats a missing day as empty. */
export const CalendarResponse = z.object({
  employee_schedules: z.object({
    monday: z.optional(WeekdaySchedule),
    tuesday: z.optional(WeekdaySchedule),
    wednesday: z.optional(WeekdaySchedule),
    thursday: z.optional(WeekdaySchedule),
    friday: z.optional(WeekdaySchedule),
  }),
})
