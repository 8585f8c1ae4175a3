import { createContext, useContext } from 'react'
import { type DayButtonProps, type DayProps, DayButton as PlainDayButton } from 'react-day-picker'

/** The number of events by day `YYYY-MM-DD`; days without events may be missing. */
export type EventCounts = Record<string, number>

/** The data for the days' buttons. `idOf` returns the id of the element that says why a day is off. */
type DayData = { counts: EventCounts; idOf: (day: string) => string | undefined }

export const DayDataContext = createContext<DayData>({ counts: {}, idOf: () => undefined })

/** A day of the month as a button; a day of another month only fills the week. */
export function Day({ day, modifiers: _, children, ...cell }: DayProps) {
  if (!day.outside) return <td {...cell}>{children}</td>
  return (
    <td {...cell} aria-disabled="true">
      <span aria-hidden="true">{day.date.getDate()}</span>
    </td>
  )
}

export function DayButton(props: DayButtonProps) {
  const { day, modifiers } = props
  const { counts, idOf } = useContext(DayDataContext)
  const count = counts[day.isoDate] ?? 0
  const offId = idOf(day.isoDate)
  return (
    <PlainDayButton
      {...props}
      aria-current={modifiers.today ? 'date' : undefined}
      aria-describedby={offId}
      className={`month-day ${count > 0 ? 'day-busy' : ''} ${offId ? 'day-off' : ''}`}
      data-count={count > 1 ? count : undefined}
    />
  )
}
