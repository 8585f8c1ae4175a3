import { addDays, firstOn, MONDAY } from '@apoderados/contract/values/days'

/** Until the second Monday of March the school's records are last year's. `today`: `YYYY-MM-DD`. */
export function schoolYear(today: string): number {
  const year = Number(today.slice(0, 4))
  const secondMonday = addDays(firstOn(MONDAY, `${year}-03-01`), 7)
  return today < secondMonday ? year - 1 : year
}
