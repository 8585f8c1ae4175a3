import type { StudentOverview } from '@apoderados/contract/family'
import {
  calendarDaysOf,
  dayOffOn,
  isClassDay,
  nextClassDay,
  type SchoolYear,
} from '@apoderados/contract/values/daysOff'

type SchoolDay = Pick<StudentOverview, 'is_class_day' | 'day_off' | 'next_class_day'>

/** Classifies a day in the student's school year; `year` is null without an enrollment. */
export function schoolDayOf(
  { year, ...school }: Omit<SchoolYear, 'year'> & { year: number | null },
  day: string,
): SchoolDay {
  if (year === null) return { is_class_day: false, day_off: null, next_class_day: null }
  const calendarDays = calendarDaysOf({ ...school, year })
  const found = dayOffOn(calendarDays, day)
  return {
    is_class_day: isClassDay(calendarDays, day),
    day_off: found ? { kind: found.kind, name: found.name } : null,
    next_class_day: nextClassDay(calendarDays, day),
  }
}
