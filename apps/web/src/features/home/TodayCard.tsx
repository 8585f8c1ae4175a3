import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { config } from '../../config.ts'
import { Link } from '../../shared/router.tsx'
import { DayOffIcon } from '../../shared/schoolDays/DayOffIcon.tsx'
import { agendaAt, momentOf } from '../../shared/text/events.ts'
import { type Moment, minutesOf } from '../../shared/text/week.ts'
import { EventSummary } from '../../shared/ui/content/EventSummary.tsx'
import { railColor } from '../../shared/ui/content/subjectColor.ts'
import { TodayFigures } from './TodayFigures.tsx'
import { EventsSkeleton, LINK, STRIP, StripSkeleton, TodaySkeleton } from './TodaySkeleton.tsx'
import type { Loadable, NowTexts } from './today.ts'
import { UpcomingDays } from './UpcomingDays.tsx'
import type { useToday } from './useToday.ts'

/** The current class, two figures, events and the next days. Events that failed to load are an empty list (spec §8). */
export function TodayCard({ today }: { today: ReturnType<typeof useToday> }) {
  const { clock, now, average, attendance, events, upcoming } = today
  const parts = [now, average, attendance, events]
  if (parts.every((part) => part === 'pending')) return <TodaySkeleton />
  const isAbsent = events === null && parts.every((part) => !part)
  return (
    <>
      {!isAbsent && (
        <section aria-label="Hoy" className="card">
          <NowStrip now={now} />
          {/* Above the events, which would push them down when they are known. */}
          <TodayFigures average={average} attendance={attendance} />
          <TodayEvents events={events} clock={clock} />
        </section>
      )}
      <UpcomingDays days={upcoming} today={clock.day} />
    </>
  )
}

function NowStrip({ now }: { now: Loadable<NowTexts> }) {
  if (now === undefined) return null
  if (now === 'pending') return <StripSkeleton />
  const { kind, when, what } = now
  const isClass = kind === 'class'
  const iconClass = 'size-6 shrink-0 text-accent'
  const small = 'block font-semibold text-accent-text text-caption'
  const large = 'block font-medium text-row'
  return (
    <Link href="/app/horario" className={`${STRIP} ${LINK} bg-accent-soft`}>
      {isClass ? <Clock className={iconClass} /> : <DayOffIcon kind={kind} className={iconClass} />}
      <span className="min-w-0 flex-1">
        <span className={isClass ? small : large}>{when}</span>{' '}
        {what && <span className={`mt-0.5 ${isClass ? large : small}`}>{what}</span>}
      </span>
    </Link>
  )
}

function TodayEvents({ events, clock }: { events: Loadable<DiaryEvent[]> | null; clock: Moment }) {
  if (events === null) return null
  if (events === undefined) return <p className="px-4 py-3.5 text-small text-text-2">Sin Elementos.</p>
  if (events === 'pending') return <EventsSkeleton />
  if (events.length === 0) return <p className="px-4 py-3.5 text-small text-text-2">Sin eventos hoy</p>
  return (
    <>
      <h2 className="px-4 pt-3.5 font-semibold text-small">Hoy</h2>
      <ul aria-label="Eventos de hoy">
        {events.map((event) => (
          <EventRow key={event.id} clock={clock} event={event} />
        ))}
      </ul>
    </>
  )
}

/** Whether a today's event is over: the spec's duration of an event has passed since its start. */
function isOver(event: DiaryEvent, now: string): boolean {
  const { time } = momentOf(event)
  return time !== undefined && minutesOf(time) + config.calendarEventMs / 60_000 <= minutesOf(now)
}

/** An event of today as a link to the event in the agenda. */
function EventRow({ clock, event }: { clock: Moment; event: DiaryEvent }) {
  const isPast = isOver(event, clock.time)
  return (
    <li>
      <Link href={agendaAt(clock.day, event)} className="row">
        <span
          className={`my-3 w-1 shrink-0 rounded-full forced-color-adjust-none ${railColor(event.subject?.name)} ${isPast ? 'opacity-40' : ''}`}
        />
        <span className="row-body">
          <span className="min-w-0 flex-1">
            <span className={`block text-row ${isPast ? 'text-text-2' : 'font-medium'}`}>
              {event.title || 'Sin título'}
            </span>{' '}
            {isPast && <span className="sr-only">ya pasó </span>}
            <span className="mt-0.5 block text-small text-text-2">
              <EventSummary event={event} />
            </span>
          </span>
          {event.document && (
            <>
              {' '}
              <Paperclip className="size-5 shrink-0 text-text-2" />
              <span className="sr-only">con documento</span>
            </>
          )}
          <CaretRight className="size-4.5 shrink-0 text-text-3" />
        </span>
      </Link>
    </li>
  )
}
