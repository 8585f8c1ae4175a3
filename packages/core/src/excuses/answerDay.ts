import { addDays, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { holidaysOf } from '@apoderados/contract/values/holidays'

const isHoliday = (day: string) => holidaysOf(Number(day.slice(0, 4))).has(day)

/** Returns the day that is `count` working days after `day`. */
export function addWorkingDays(day: string, count: number): string {
  let last = day
  for (let left = count; left > 0; ) {
    last = addDays(last, 1)
    if (weekdayOf(last) < SATURDAY && !isHoliday(last)) left -= 1
  }
  return last
}
