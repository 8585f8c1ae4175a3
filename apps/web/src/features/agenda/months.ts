// A day is `YYYY-MM-DD` and a month `YYYY-MM`: strings without a time zone.

const numbersOf = (text: string): number[] => text.split('-').map(Number)

/**
 * The Date of a day for the calendar library: noon in the device's time zone. Noon exists on every day; midnight in
 * Chile does not on the first Sunday of September.
 */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = numbersOf(day)
  return new Date(year, month - 1, date, 12)
}

const padded = (number: number) => String(number).padStart(2, '0')

/** The day of a Date of the calendar library. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`

export const monthOf = (day: string): string => day.slice(0, 7)

export const yearOf = (day: string): string => day.slice(0, 4)

/** The day in the page's address, `?dia=2026-10-15`; undefined unless it is a day of the current year. */
export const dayOfYear = (day: string, today: string): string | undefined =>
  dayOf(dateOf(day)) === day && yearOf(day) === yearOf(today) ? day : undefined

export const firstDayOf = (month: string): string => `${month}-01`

/** A date of the month that is `steps` months later; date 0 is the last day of the month before. */
function dayInMonth(month: string, steps: number, date: number): string {
  const [year = 0, number = 1] = numbersOf(month)
  return dayOf(new Date(year, number - 1 + steps, date, 12))
}

export const lastDayOf = (month: string): string => dayInMonth(month, 1, 0)

export const monthBefore = (month: string): string => monthOf(dayInMonth(month, -1, 1))

export const monthAfter = (month: string): string => monthOf(dayInMonth(month, 1, 1))

/** The number of weeks, from Monday on, that contain days of the month. */
export function weeksOf(month: string): number {
  const daysBefore = (dateOf(firstDayOf(month)).getDay() + 6) % 7
  return Math.ceil((daysBefore + Number(lastDayOf(month).slice(8))) / 7)
}

export const eventCount = (count: number): string => (count === 1 ? '1 evento' : `${count} eventos`)
