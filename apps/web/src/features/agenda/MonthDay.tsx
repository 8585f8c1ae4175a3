import { createContext, useContext } from 'react'
import { type DayButtonProps, type DayProps, DayButton as PlainDayButton } from 'react-day-picker'

/** The number of events by day `YYYY-MM-DD`; days without events may be missing. */
export type EventCounts = Record<string, number>

/** The data for the days' buttons. `reasonIdOf` returns the id of the text that says why a day is off, if it is off. */
type DayButtonData = {
  counts: EventCounts
  newDays: ReadonlySet<string | null>
  reasonIdOf: (day: string) => string | undefined
}

export const DayDataContext = createContext<DayButtonData>({
  counts: {},
  newDays: new Set(),
  reasonIdOf: () => undefined,
})

/** The cell of a day: it has a button, or only the number for a day of another month, which fills the week. */
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
  const { counts, newDays, reasonIdOf } = useContext(DayDataContext)
  const count = counts[day.isoDate] ?? 0
  const offId = reasonIdOf(day.isoDate)
  return (
    <PlainDayButton
      {...props}
      aria-current={modifiers.today ? 'date' : undefined}
      aria-describedby={offId}
      className={`month-day ${count > 0 ? 'day-busy' : ''} ${offId ? 'day-off' : ''}`}
      data-count={count > 1 ? count : undefined}
    >
      {props.children}
      {newDays.has(day.isoDate) && <span className="day-news" />}
    </PlainDayButton>
  )
}
