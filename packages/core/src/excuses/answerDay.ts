import { addDays, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { holidaysOf } from '@apoderados/contract/values/holidays'

type Span = { starts_on: string; ends_on: string }

const isHoliday = (day: string) => holidaysOf(Number(day.slice(0, 4))).has(day)

/** Whether the school works on a day; `closures` are its days without classes, besides holidays. */
const isWorkingDay = (day: string, closures: readonly Span[]) =>
  weekdayOf(day) < SATURDAY &&
  !isHoliday(day) &&
  !closures.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

/** Returns the day that is `count` working days after `day`. */
export function addWorkingDays(day: string, count: number, closures: readonly Span[] = []): string {
  let last = day
  for (let left = count; left > 0; ) {
    last = addDays(last, 1)
    if (isWorkingDay(last, closures)) left -= 1
  }
  return last
}

/** Returns how many working days there are after `day` up to `last`; negative if `last` is earlier. */
export function workingDaysUntil(day: string, last: string, closures: readonly Span[] = []): number {
  if (last < day) return -workingDaysUntil(last, day, closures)
  let count = 0
  for (let next = addDays(day, 1); next <= last; next = addDays(next, 1))
    if (isWorkingDay(next, closures)) count += 1
  return count
}
