import { type ComponentProps, createContext, useContext, useMemo } from 'react'
import {
  type DateLib,
  type DateLibOptions,
  type DayButtonProps,
  DayPicker,
  type DayProps,
  DayButton as PlainDayButton,
} from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import { capitalize, longDayOfYear, monthOfYear } from '../../shared/text/format.ts'
import { dateOf, dayOf, eventCount, firstDayOf, monthOf, yearOf } from './months.ts'

/** Events by day `YYYY-MM-DD`; a day without any may be missing. */
export type Counts = Record<string, number>

type Props = {
  month: string
  /** The chosen one. */
  day: string
  today: string
  counts: Counts
  onMonth: (month: string) => void
  onDay: (day: string) => void
}

const CountsOfMonth = createContext<Counts>({})

/** The days of a month. Arrows, Home, End, PageUp and PageDown lead through the year and end where it does. */
export function MonthGrid({ month, day, today, counts, onMonth, onDay }: Props) {
  const labels = useMemo(() => labelsWith(counts), [counts])
  const year = yearOf(today)
  return (
    <CountsOfMonth value={counts}>
      <DayPicker
        mode="single"
        required
        locale={es} // Monday first
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
        formatters={formatters}
        components={components}
        className="month-grid"
      />
    </CountsOfMonth>
  )
}

/** 'miércoles 4 de marzo de 2026, 2 eventos'; of a day without events only the day. */
const labelsWith = (counts: Counts) => ({
  labelGrid: (date: Date) => capitalize(monthOfYear(monthOf(dayOf(date)))),
  labelDayButton: (date: Date) => {
    const day = dayOf(date)
    const count = counts[day] ?? 0
    return count > 0 ? `${longDayOfYear(day)}, ${eventCount(count)}` : longDayOfYear(day)
  },
})

const formatters = {
  formatWeekdayName: (date: Date, _?: DateLibOptions, lib?: DateLib) =>
    lib?.format(date, 'ccccc').toUpperCase() ?? '',
}

/** A day of another month fills the week up, and is no button. */
function Day({ day, modifiers: _, children, ...cell }: DayProps) {
  if (!day.outside) return <td {...cell}>{children}</td>
  return (
    <td {...cell} aria-disabled="true">
      <span aria-hidden="true">{day.date.getDate()}</span>
    </td>
  )
}

function DayButton(props: DayButtonProps) {
  const { day, modifiers } = props
  const count = useContext(CountsOfMonth)[day.isoDate] ?? 0
  return (
    <PlainDayButton
      {...props}
      aria-current={modifiers.today ? 'date' : undefined}
      className={count > 0 ? 'month-day day-busy' : 'month-day'}
      data-count={count > 1 ? count : undefined}
    />
  )
}

/** Heard as well as seen, which the library's own are not. */
const Weekdays = (row: ComponentProps<'tr'>) => (
  <thead>
    <tr {...row} />
  </thead>
)

const components = { Day, DayButton, Weekdays, MonthCaption: () => <></> }
