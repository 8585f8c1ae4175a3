import { daysAfter } from '../../shared/text/week.ts'

// A day is `YYYY-MM-DD` and a month `YYYY-MM`: strings without a time zone.

const MONTH_DAYS_MAX = 31

/** The calendar library's Date of a day: noon by the device's clock, as Chile's change of clocks skips midnight. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00`)

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The day `YYYY-MM-DD` of a Date of the calendar library. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

export const monthOf = (day: string): string => day.slice(0, 7)

export const yearOf = (day: string): string => day.slice(0, 4)

/** Returns `day`, which is the `?dia=` of the page's address, if it is a day of the year of `today`; else undefined. */
export const dayOfCurrentYear = (day: string, today: string): string | undefined =>
  dayOf(dateOf(day)) === day && yearOf(day) === yearOf(today) ? day : undefined

export const firstDayOf = (month: string): string => `${month}-01`

export const monthBefore = (month: string): string => monthOf(daysAfter(firstDayOf(month), -1))

export const monthAfter = (month: string): string => monthOf(daysAfter(firstDayOf(month), MONTH_DAYS_MAX))

export const lastDayOf = (month: string): string => daysAfter(firstDayOf(monthAfter(month)), -1)

/** The number of weeks, from Monday on, that contain days of the month. */
export function weekCountOf(month: string): number {
  const daysBefore = (dateOf(firstDayOf(month)).getDay() + 6) % 7
  return Math.ceil((daysBefore + Number(lastDayOf(month).slice(8))) / 7)
}

export const eventCountText = (count: number): string => (count === 1 ? '1 evento' : `${count} eventos`)
