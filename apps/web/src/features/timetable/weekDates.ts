import { daysAfter, nextWeekday, type Weekday, weekdayOf, weekdays } from '../../shared/text/week.ts'

/** The date of `weekday` in the current week, or in the next week if today is on a weekend. */
export function dateOfWeekday(weekday: Weekday, today: string): string {
  const current = weekdayOf(today)
  const monday = current ? daysAfter(today, -weekdays.indexOf(current)) : nextWeekday(today)
  return daysAfter(monday, weekdays.indexOf(weekday))
}
