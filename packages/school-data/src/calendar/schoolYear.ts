import { addDays, firstOn, MONDAY } from '@apoderados/contract/values/days'

/** Returns the school year of the records: last year's until the second Monday of March. `today` is `YYYY-MM-DD`. */
export function schoolYear(today: string): number {
  const year = Number(today.slice(0, 4))
  const secondMonday = addDays(firstOn(MONDAY, `${year}-03-01`), 7)
  return today < secondMonday ? year - 1 : year
}
