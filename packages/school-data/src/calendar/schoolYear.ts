import { addDays, firstOn, MONDAY } from '@apoderados/contract/values/days'

/**
 * Returns the school year of the records that are generated on the day `today`, `YYYY-MM-DD`: the previous year if
 * `today` is before the second Monday of March, otherwise the current year.
 */
export function schoolYear(today: string): number {
  const year = Number(today.slice(0, 4))
  const secondMonday = addDays(firstOn(MONDAY, `${year}-03-01`), 7)
  return today < secondMonday ? year - 1 : year
}
