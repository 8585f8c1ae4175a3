import type { ResponseOf } from '@apoderados/contract/calls/api'

type CalendarDays = ResponseOf<'getCalendarDays'>

/** A school year from March to December 2026, by default without days off. */
export const daysOf2026 = (changes: Partial<CalendarDays> = {}): CalendarDays => ({
  first_day: '2026-03-04',
  last_day: '2026-12-04',
  days_off: [],
  ...changes,
})

/** The school year of `daysOf2026` with these days off, each as [first day, last day, kind, name]. */
export const withDaysOff = (...days: [string, string, string, string][]): CalendarDays =>
  daysOf2026({
    days_off: days.map(([starts_on, ends_on, kind, name]) => ({ starts_on, ends_on, kind, name })),
  })
