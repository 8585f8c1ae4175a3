/* Days are text, `YYYY-MM-DD`. The arithmetic runs in UTC, as two days a year have 23 or 25 hours in Chile. */
const MS_PER_DAY = 86_400_000

export const MONDAY = 1
export const WEDNESDAY = 3
export const FRIDAY = 5
export const SATURDAY = 6

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * MS_PER_DAY).toISOString().slice(0, 10)

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7

/** Returns `day` if it falls on `weekday` (1 for Monday to 7 for Sunday), else the next day that does. */
export const firstOn = (weekday: number, day: string): string =>
  addDays(day, (weekday - weekdayOf(day) + 7) % 7)

/** Returns all days from `first` to `last`, including both. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** '2026-05-17' → '17-05-2026'. */
export const formatDay = (day: string): string => day.split('-').reverse().join('-')

const chileTimeZone = { timeZone: 'America/Santiago' } as const

/** Returns the date in a time zone at the moment `now`, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)

/** Returns the date in Santiago at the moment `now`, `YYYY-MM-DD`, for what belongs to no school. */
export const todayInChile = (now: Date): string => todayIn(chileTimeZone.timeZone, now)

/** Returns the time of day in Chile at the moment `now`, `HH:MM`. */
export function clockInChile(now: Date): string {
  const clock = { ...chileTimeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', clock).format(now)
}
