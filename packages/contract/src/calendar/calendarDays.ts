import * as z from 'zod/mini'
import { Day, openEnum } from '../values/primitives.ts'

/** `holiday`: by law; `vacation`: between the school's periods; `closure`: set by the school. */
export const DayOffKind = openEnum(['holiday', 'vacation', 'closure'])

/** Consecutive days without classes, including both ends. */
const DaysOff = z.object({ starts_on: Day, ends_on: Day, kind: DayOffKind, name: z.string() })

/**
 * The school year's days without classes. `first_day` and `last_day` are null if the school has no periods: then
 * vacations are unknown, and no day is known to have classes.
 */
export const CalendarDaysResponse = z.object({
  first_day: z.nullable(Day),
  last_day: z.nullable(Day),
  /** Sorted and without overlaps, from January of the year to February of the next. */
  days_off: z.array(DaysOff),
})
