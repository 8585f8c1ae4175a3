import type { DayAttendance } from '@apoderados/contract/attendance'
import { type MouseEvent, useId, useState } from 'react'
import { capitalize, monthOfYear } from '../../shared/text/format.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import {
  attendanceStatuses,
  type ClassMonth,
  countOf,
  dayText,
  isNextDayInLaterWeek,
  monthsOf,
  statusLabels,
} from './classDays.ts'

/** A square for each class day, in one strip for each month. */
export function DayStrips({ days }: { days: readonly DayAttendance[] }) {
  const [tapped, setTapped] = useState<string>()
  const day = days.find(({ date }) => date === tapped)
  const onTap = ({ target }: MouseEvent) =>
    setTapped((target as Element).closest('li')?.dataset.day ?? tapped)
  return (
    <Section title="Día por día" aside={days.length > 0 && classDayCountText(days.length)}>
      {days.length === 0 ? (
        <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>
      ) : (
        <div className="p-4 lg:p-5">
          <Legend days={days} />
          <p role="status" className="mb-3 text-small">
            <span className={day ? '' : 'text-text-2'}>
              {day ? capitalize(dayText(day)) : 'Toca un día para ver su fecha.'}
            </span>
          </p>
          {/* biome-ignore lint/a11y: screen readers and the pointer's title have each day's text without a tap */}
          <div
            onClick={onTap}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,27.75rem),1fr))] gap-x-6 gap-y-3"
          >
            {monthsOf(days).map((month) => (
              <MonthStrip key={month.month} {...month} tapped={tapped} />
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
    <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1.5 text-small">
      {attendanceStatuses.map((status) => (
        <li key={status} className="flex items-center gap-2">
          <DaySquare status={status} />
          <span>{statusLabels[status]}</span> <b>{countOf(days, status)}</b>
        </li>
      ))}
    </ul>
  )
}

function MonthStrip({ month, days, tapped }: ClassMonth & { tapped: string | undefined }) {
  const id = useId()
  const name = monthOfYear(month)
  return (
    <div className="@container flex flex-wrap gap-x-2 gap-y-1">
      <h3 id={id} className="basis-8 font-normal text-small text-text-2 leading-none">
        <span className="sr-only">{name}</span>
        <span aria-hidden="true">{capitalize(name.slice(0, 3))}</span>
      </h3>
      {/* The 23 class days of the longest month, with the gaps of four weekends, fit on one line of a phone. */}
      <ol
        aria-labelledby={id}
        className="flex flex-[1_1_11rem] flex-wrap content-center gap-0.5 [--day:clamp(0.5rem,(100cqi-6.125rem)/23,0.875rem)]"
      >
        {days.map((day, index) => (
          <li
            key={day.date}
            data-day={day.date}
            className={`rounded-[25%] ${isNextDayInLaterWeek(days, index) ? 'me-0.75' : ''} ${
              day.date === tapped ? 'outline-2 outline-accent outline-offset-1' : ''
            }`}
          >
            <span className="sr-only">{dayText(day)}</span>
            <DaySquare status={day.status} title={dayText(day)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A shape for each status: filled, half filled or crossed out; unknown ones are an outline. */
const SHAPES: Record<string, string> = {
  present: 'border-chart bg-chart',
  late: 'border-chart bg-[linear-gradient(to_top,var(--color-chart)_50%,transparent_50%)]',
  absent:
    'border-text bg-[linear-gradient(45deg,transparent_43%,var(--color-text)_43%_57%,transparent_57%),linear-gradient(-45deg,transparent_43%,var(--color-text)_43%_57%,transparent_57%)]',
}

const DaySquare = ({ status, title }: { status: string; title?: string }) => (
  <span
    aria-hidden="true"
    title={title}
    className={`block size-[var(--day,0.875rem)] shrink-0 rounded-[25%] border-2 forced-color-adjust-none forced-colors:[--color-chart:CanvasText] forced-colors:[--color-text:CanvasText] ${SHAPES[status] ?? 'border-chart'}`}
  />
)
