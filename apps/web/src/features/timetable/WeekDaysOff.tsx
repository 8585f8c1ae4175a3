import { DayOffNote } from '../../shared/schoolDays/DayOffNote.tsx'
import { todayOffText, weekOffText } from '../../shared/schoolDays/dayOffText.ts'
import { type CalendarDays, type DaysOff, daysOffOn } from '../../shared/schoolDays/schoolDays.ts'
import { daysAfter, nextWeekday, type Weekday, weekdayOf, weekdays } from '../../shared/text/week.ts'

type Props = { calendarDays: CalendarDays; today: string; shown: readonly Weekday[] }
/** Days off, and those dates of the week that they contain. */
type OffDates = { off: DaysOff; dates: string[] }

/** The date of `weekday` in the current week, or in the next week if today is on a weekend. */
function dateOfWeekday(weekday: Weekday, today: string): string {
  const current = weekdayOf(today)
  const monday = current ? daysAfter(today, -weekdays.indexOf(current)) : nextWeekday(today)
  return daysAfter(monday, weekdays.indexOf(weekday))
}

/** Those of `dates` that are off, grouped by the holiday, vacation or closure. */
function offDatesOf(calendarDays: CalendarDays, dates: readonly string[]): OffDates[] {
  const found: OffDates[] = []
  for (const date of dates) {
    const off = daysOffOn(calendarDays, date)
    // A vacation that a holiday interrupts consists of two entries of the same name.
    const same = found.find((each) =>
      off?.kind === 'vacation' ? each.off.name === off.name : each.off === off,
    )
    if (same) same.dates.push(date)
    else if (off) found.push({ off, dates: [date] })
  }
  return found
}

/** A note for each reason why shown weekdays are off, in the current week or, on a weekend, in the next one. */
export function WeekDaysOff({ calendarDays, today, shown }: Props) {
  const offDates = offDatesOf(
    calendarDays,
    shown.map((weekday) => dateOfWeekday(weekday, today)),
  )
  const offToday = daysOffOn(calendarDays, today)
  const textOf = ({ off, dates }: OffDates) => {
    const [first = '', last = first] = [dates[0], dates.at(-1)]
    const isOfToday = dates.includes(today) || (off.kind === 'vacation' && off.name === offToday?.name)
    return isOfToday ? todayOffText(off) : weekOffText(first, last, off)
  }
  return offDates.map((each) => <DayOffNote key={each.dates[0]} kind={each.off.kind} text={textOf(each)} />)
}
