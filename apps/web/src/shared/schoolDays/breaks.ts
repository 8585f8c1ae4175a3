import { daysAfter, nextWeekday } from '../text/week.ts'
import type { CalendarDays, DaysOff } from './schoolDays.ts'

/** Whether at most a weekend is between the end of `one` and the start of `other`. */
const areAdjacent = (one: DaysOff, other: DaysOff): boolean => nextWeekday(one.ends_on) >= other.starts_on

/** Merges a vacation with the days off next to it, such as a holiday that interrupts it, into one vacation. */
function mergeIntoVacations(calendarDays: CalendarDays): DaysOff[] {
  const merged: DaysOff[] = []
  for (const off of calendarDays?.days_off ?? []) {
    const before = merged.at(-1)
    const vacation = [before, off].find((each) => each?.kind === 'vacation')
    if (before && vacation && areAdjacent(before, off))
      merged[merged.length - 1] = { ...vacation, starts_on: before.starts_on, ends_on: off.ends_on }
    else merged.push(off)
  }
  return merged
}

const hasWeekday = ({ starts_on, ends_on }: DaysOff): boolean =>
  nextWeekday(daysAfter(starts_on, -1)) <= ends_on

/** Returns the days off, with merged vacations, that begin after `day`, up to `last`, and are not only on a weekend. */
export const breaksBetween = (calendarDays: CalendarDays, day: string, last: string): DaysOff[] =>
  mergeIntoVacations(calendarDays).filter(
    (off) => day < off.starts_on && off.starts_on <= last && hasWeekday(off),
  )
