import * as z from 'zod/mini'
import { Day, openEnum } from '../values/primitives.ts'

/** `holiday`: by law; `vacation`: outside the school's periods; `closure`: set by the school. */
export const DayOffKind = openEnum(['holiday', 'vacation', 'closure'])

/** Consecutive days without classes; `starts_on` and `ends_on` are the first and the last of them. */
const DaysOff = z.object({ starts_on: Day, ends_on: Day, kind: DayOffKind, name: z.string() })

/**
 * The holidays, vacations and closures of the school year. `first_day` and `last_day` are the first day of its periods
 * and their last. Both are null if the school has no periods: then vacations and class days are unknown.
 */
export const CalendarDaysResponse = z.object({
  first_day: z.nullable(Day),
  last_day: z.nullable(Day),
  /** Sorted and without overlaps, from January of the year to February of the next. */
  days_off: z.array(DaysOff),
})
