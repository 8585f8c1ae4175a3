import type { ResponseOf } from '@apoderados/contract/calls/api'
import { daysAfter, weekdayOf } from '../text/week.ts'

/** A school's year and days off; undefined until they are loaded, and until then no day counts as a class day. */
export type CalendarDays = ResponseOf<'getCalendarDays'> | undefined
/** Consecutive days without classes, for one reason. */
export type DaysOff = NonNullable<CalendarDays>['days_off'][number]

export const daysOffOn = (calendarDays: CalendarDays, day: string): DaysOff | undefined =>
  calendarDays?.days_off.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

/** Whether the school is known to have classes on a day. */
export function isClassDay(calendarDays: CalendarDays, day: string): boolean {
  const { first_day, last_day } = calendarDays ?? {}
  if (!first_day || !last_day || day < first_day || last_day < day) return false
  return weekdayOf(day) !== undefined && !daysOffOn(calendarDays, day)
}

/** Returns the next `count` class days after `day`, or fewer if the school year ends before. */
export function nextClassDays(calendarDays: CalendarDays, day: string, count: number): string[] {
  const { first_day, last_day } = calendarDays ?? {}
  const days: string[] = []
  if (!first_day || !last_day) return days
  let next = first_day > day ? first_day : daysAfter(day, 1)
  for (; next <= last_day && days.length < count; next = daysAfter(next, 1))
    if (isClassDay(calendarDays, next)) days.push(next)
  return days
}
