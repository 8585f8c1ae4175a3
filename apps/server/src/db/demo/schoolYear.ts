/** Today where the schools are, `YYYY-MM-DD`. */
export function todayInChile(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(now)
}

const MARCH = 2
const MONDAY = 1

/** Day of the month of March's second Monday. */
function secondMonday(year: number): number {
  const first = new Date(Date.UTC(year, MARCH, 1)).getUTCDay()
  return 1 + ((MONDAY - first + 7) % 7) + 7
}

/** Until the second Monday of March the school's records are last year's. `today`: `YYYY-MM-DD`. */
export function schoolYear(today: string): number {
  const year = Number(today.slice(0, 4))
  const begins = `${year}-03-${String(secondMonday(year)).padStart(2, '0')}`
  return today < begins ? year - 1 : year
}
