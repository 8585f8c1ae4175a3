/*
 * Days as text, `YYYY-MM-DD`. The arithmetic runs in UTC, where every day has 24 hours: in Chile one day a
 * year has 23 and another 25.
 */
const MS_PER_DAY = 86_400_000

export const MONDAY = 1
export const WEDNESDAY = 3
export const FRIDAY = 5
export const SATURDAY = 6

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * MS_PER_DAY).toISOString().slice(0, 10)

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7

/** The first `weekday` that is `day` or later. */
export const firstOn = (weekday: number, day: string): string =>
  addDays(day, (weekday - weekdayOf(day) + 7) % 7)

/** Both counted. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

const inChile = { timeZone: 'America/Santiago' } as const

/** Today where the schools are, `YYYY-MM-DD`. */
export function todayInChile(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', inChile).format(now)
}

/** The time of day where the schools are, `HH:MM`. */
export function clockInChile(now: Date): string {
  const clock = { ...inChile, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', clock).format(now)
}
