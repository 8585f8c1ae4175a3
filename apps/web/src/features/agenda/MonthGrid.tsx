import { type ComponentProps, useId, useMemo } from 'react'
import { type DateLib, type DateLibOptions, DayPicker } from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import { dayOffLabel } from '../../shared/schoolDays/dayOffText.ts'
import type { DaysOff } from '../../shared/schoolDays/schoolDays.ts'
import { capitalize, longDayOfYear, monthOfYear } from '../../shared/text/format.ts'
import { Day, DayButton, DayDataContext, type EventCounts } from './MonthDay.tsx'
import { dateOf, dayOf, eventCountText, firstDayOf, monthOf, yearOf } from './months.ts'

type Props = {
  month: string
  /** The selected day, `YYYY-MM-DD`. */
  day: string
  today: string
  counts: EventCounts
  daysOff: readonly DaysOff[]
  /** The days with unread news. */
  newDays: ReadonlySet<string | null>
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

/** The days of a month. Arrow keys, Home, End, PageUp and PageDown move the focus within the year. */
export function MonthGrid({ month, day, today, counts, daysOff, newDays, onMonth, onDay }: Props) {
  const labels = useMemo(() => gridLabels(counts, newDays), [counts, newDays])
  const { descriptions, reasonIdOf } = useDayOffDescriptions(daysOff, month)
  const year = yearOf(today)
  return (
    <DayDataContext value={{ counts, newDays, reasonIdOf }}>
      {descriptions}
      <DayPicker
        mode="single"
        required
        locale={es} // its weeks begin on Monday
        showOutsideDays
        hideNavigation
        today={dateOf(today)}
        selected={dateOf(day)}
        onSelect={(date) => onDay(dayOf(date))}
        month={dateOf(firstDayOf(month))}
        onMonthChange={(date) => onMonth(monthOf(dayOf(date)))}
        startMonth={dateOf(`${year}-01-01`)}
        endMonth={dateOf(`${year}-12-01`)}
        labels={labels}
        formatters={gridFormatters}
        components={gridComponents}
        className="month-grid"
      />
    </DayDataContext>
  )
}

/**
 * Returns hidden elements with the reasons of a month's days off, and the function that returns the id of the element
 * for a day. The element describes the day's button, whose name has only the date and the number of events.
 */
function useDayOffDescriptions(daysOff: readonly DaysOff[], month: string) {
  const id = useId()
  const daysOffOfMonth = daysOff.filter(
    ({ starts_on, ends_on }) => monthOf(starts_on) <= month && month <= monthOf(ends_on),
  )
  const reasonIdOf = (day: string) => {
    const index = daysOffOfMonth.findIndex(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)
    return index < 0 ? undefined : `${id}${index}`
  }
  const descriptions = daysOffOfMonth.map((off, index) => (
    <span key={off.starts_on} id={`${id}${index}`} hidden>
      {dayOffLabel(off)}
    </span>
  ))
  return { descriptions, reasonIdOf }
}

/** The accessible names of the grid, 'Marzo 2026', and of its days: 'miércoles 4 de marzo de 2026, 2 eventos, con novedades'. */
const gridLabels = (counts: EventCounts, newDays: Props['newDays']) => ({
  labelGrid: (date: Date) => capitalize(monthOfYear(monthOf(dayOf(date)))),
  labelDayButton: (date: Date) => {
    const day = dayOf(date)
    const count = counts[day] ?? 0
    return [longDayOfYear(day), count > 0 && eventCountText(count), newDays.has(day) && 'con novedades']
      .filter(Boolean)
      .join(', ')
  },
})

const gridFormatters = {
  formatWeekdayName: (date: Date, _?: DateLibOptions, lib?: DateLib) =>
    lib?.format(date, 'ccccc').toUpperCase() ?? '',
}

/** The row with the names of the weekdays. Screen readers read it; the row of the library is hidden from them. */
const WeekdayRow = (row: ComponentProps<'tr'>) => (
  <thead>
    <tr {...row} />
  </thead>
)

const gridComponents = { Day, DayButton, Weekdays: WeekdayRow, MonthCaption: () => <></> }
