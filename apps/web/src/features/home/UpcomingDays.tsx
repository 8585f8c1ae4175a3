import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import { Link } from '../../shared/router.tsx'
import { DayOffIcon } from '../../shared/schoolDays/DayOffIcon.tsx'
import { breakText, dayOffLabel } from '../../shared/schoolDays/dayOffText.ts'
import type { DaysOff } from '../../shared/schoolDays/schoolDays.ts'
import { agendaAt, momentOf } from '../../shared/text/events.ts'
import { capitalize, longDay } from '../../shared/text/format.ts'
import { daysAfter } from '../../shared/text/week.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import { UpcomingSkeleton } from './TodaySkeleton.tsx'
import type { Loadable } from './today.ts'
import type { UpcomingDay } from './upcomingDays.ts'

const SHOWN_EVENTS_MAX = 3

/** The next class days, other days with events, and the breaks between; without `days`, as after a failed load, nothing. */
export function UpcomingDays({ days, today }: { days: Loadable<UpcomingDay[]> | null; today: string }) {
  if (days === 'pending') return <UpcomingSkeleton />
  // Days off are named once, although several days of them have events.
  const shown = (days ?? []).map((row, index) => {
    const isRepeated = row.events.length > 0 && row.off?.name === days?.[index - 1]?.off?.name
    return isRepeated ? { ...row, off: undefined } : row
  })
  const ofTomorrow = shown.filter(({ day }) => day === daysAfter(today, 1))
  return (
    <>
      <DaysSection title="Mañana" days={ofTomorrow} />
      <DaysSection title="Próximos días" days={shown.slice(ofTomorrow.length)} />
    </>
  )
}

function DaysSection({ title, days }: { title: string; days: UpcomingDay[] }) {
  if (days.length === 0) return null
  return (
    <div className="mt-5 lg:mt-7">
      <Section title={title}>
        <ul>
          {days.map((row) =>
            row.off && row.events.length === 0 ? (
              <BreakLine key={row.day} off={row.off} />
            ) : (
              <DayRow key={row.day} {...row} />
            ),
          )}
        </ul>
      </Section>
    </div>
  )
}

function BreakLine({ off }: { off: DaysOff }) {
  return (
    <li>
      <p className="row text-small text-text-2 hover:bg-transparent">
        <span className="grid w-11 place-items-center large-text:w-16">
          <DayOffIcon kind={off.kind} className="size-5.5" />
        </span>
        <span className="row-body min-h-(--touch)">{breakText(off)}</span>
      </p>
    </li>
  )
}

/** A day with its events, linked to the agenda. The link to a day with a single event opens the event. */
function DayRow({ day, events, off }: UpcomingDay) {
  const name = capitalize(longDay(day))
  const shownEvents = events.slice(0, SHOWN_EVENTS_MAX)
  const hiddenCount = events.length - shownEvents.length
  const isNamed = shownEvents.some(({ title }) => title?.includes(off?.name ?? ''))
  return (
    <li>
      <Link href={agendaAt(day, events.length === 1 ? events[0] : undefined)} className="row">
        <span
          aria-hidden="true"
          className="grid min-h-11 w-11 shrink-0 content-center justify-items-center self-center rounded-sm bg-accent-soft text-accent-text large-text:w-16"
        >
          <span className="text-label">{name.slice(0, 3)}</span>
          <span className="font-bold text-h3 leading-none">{Number(day.slice(8))}</span>
        </span>
        <span className="row-body">
          <span className="min-w-0 flex-1">
            <span className="sr-only">{`${name}: `}</span>
            {off && !isNamed && <span className="block text-small text-text-2">{dayOffLabel(off)} </span>}
            {events.length === 0 && <span className="text-small text-text-2">Sin eventos</span>}
            {shownEvents.map((event) => (
              <span key={event.id} className="block text-body">
                <span>{[momentOf(event).time, event.title || 'Sin título'].filter(Boolean).join(' ')}</span>{' '}
                {event.subject && <span className="text-small text-text-2">{event.subject.name} </span>}
              </span>
            ))}
            {hiddenCount > 0 && (
              <span className="block text-small text-text-2">{`y ${hiddenCount} más`}</span>
            )}
          </span>
          <CaretRight className="size-4.5 shrink-0 text-text-3" />
        </span>
      </Link>
    </li>
  )
}
