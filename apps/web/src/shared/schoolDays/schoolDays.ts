import type { ReadResponseOf } from '@apoderados/contract/calls/api'
import { daysAfter, weekdayOf } from '../text/week.ts'

/**
 * A school's year and days off. They are undefined until they are loaded, and until then no day counts as a class day;
 * null if the server does not know them: then each weekday counts as one.
 */
export type CalendarDays = ReadResponseOf<'getCalendarDays'> | undefined
/** Consecutive days without classes, for one reason. */
export type DaysOff = NonNullable<CalendarDays>['days_off'][number]

export const daysOffOn = (calendarDays: CalendarDays, day: string): DaysOff | undefined =>
  calendarDays?.days_off.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

const unlimitedYear = { first_day: '0000-01-01', last_day: '9999-12-31' }

const schoolYearOf = (calendarDays: CalendarDays) =>
  calendarDays === null ? unlimitedYear : (calendarDays ?? { first_day: null, last_day: null })

/** Whether the school is known to have classes on a day. */
export function isClassDay(calendarDays: CalendarDays, day: string): boolean {
  const { first_day, last_day } = schoolYearOf(calendarDays)
  if (!first_day || !last_day || day < first_day || last_day < day) return false
  return weekdayOf(day) !== undefined && !daysOffOn(calendarDays, day)
}

/** Returns the next `count` class days after `day`, or fewer if the school year ends before. */
export function nextClassDays(calendarDays: CalendarDays, day: string, count: number): string[] {
  const { first_day, last_day } = schoolYearOf(calendarDays)
  const days: string[] = []
  if (!first_day || !last_day) return days
  let next = first_day > day ? first_day : daysAfter(day, 1)
  for (; next <= last_day && days.length < count; next = daysAfter(next, 1))
    if (isClassDay(calendarDays, next)) days.push(next)
  return days
}
