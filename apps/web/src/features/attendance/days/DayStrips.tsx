import type { DayAttendance } from '@apoderados/contract/attendance'
import { useId } from 'react'
import { capitalize, monthOfYear } from '../../../shared/text/format.ts'
import { Section } from '../../../shared/ui/content/Section.tsx'
import {
  attendanceStatuses,
  type ClassMonth,
  countOf,
  dayText,
  isNextDayInLaterWeek,
  monthsOf,
  statusLabels,
} from './classDays.ts'
import './days.css'

/** A square for each class day, in one strip for each month. */
export function DayStrips({ days }: { days: readonly DayAttendance[] }) {
  return (
    <Section title="Día por día" aside={days.length > 0 && classDayCountText(days.length)}>
      {days.length === 0 ? (
        <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>
      ) : (
        <div className="p-4 lg:p-5">
          <Legend days={days} />
          <div className="day-months">
            {monthsOf(days).map((month) => (
              <MonthStrip key={month.month} {...month} />
            ))}
          </div>
        </div>
      )}
    </Section>
  )
}

const classDayCountText = (count: number) => (count === 1 ? '1 día de clases' : `${count} días de clases`)

function Legend({ days }: { days: readonly DayAttendance[] }) {
  return (
    <ul className="day-legend text-small">
      {attendanceStatuses.map((status) => (
        <li key={status}>
          <DaySquare status={status} />
          {statusLabels[status]} <b>{countOf(days, status)}</b>
        </li>
      ))}
    </ul>
  )
}

function MonthStrip({ month, days }: ClassMonth) {
  const id = useId()
  const name = monthOfYear(month)
  return (
    <div className="day-month">
      <h3 id={id} className="font-normal text-small text-text-2">
        <span className="sr-only">{name}</span>
        <span aria-hidden="true">{capitalize(name.slice(0, 3))}</span>
      </h3>
      <ol aria-labelledby={id}>
        {days.map((day, index) => (
          <li key={day.date} className={isNextDayInLaterWeek(days, index) ? 'week-end' : undefined}>
            <span className="sr-only">{dayText(day)}</span>
            <DaySquare status={day.status} title={dayText(day)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const DaySquare = ({ status, title }: { status: string; title?: string }) => (
  <span aria-hidden="true" title={title} className={`day-square day-${status}`} />
)
