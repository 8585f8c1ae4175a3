import { addDays, firstOn, MONDAY } from './days.ts'

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

/** Until the second Monday of March the school's records are last year's. `today`: `YYYY-MM-DD`. */
export function schoolYear(today: string): number {
  const year = Number(today.slice(0, 4))
  const secondMonday = addDays(firstOn(MONDAY, `${year}-03-01`), 7)
  return today < secondMonday ? year - 1 : year
}
