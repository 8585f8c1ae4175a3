import { createContext, useContext } from 'react'
import { type DayButtonProps, type DayProps, DayButton as PlainDayButton } from 'react-day-picker'

/** Events by day `YYYY-MM-DD`; a day without any may be missing. */
export type Counts = Record<string, number>

/** What is known of the days; `idOf` is the id of the text that says why a day is off. */
type Marks = { counts: Counts; idOf: (day: string) => string | undefined }

export const MarksOfDays = createContext<Marks>({ counts: {}, idOf: () => undefined })

/** A day of another month fills the week up, and is no button. */
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
  const { counts, idOf } = useContext(MarksOfDays)
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
