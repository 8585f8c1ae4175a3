import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { Link } from '../../shared/router.tsx'
import { DayOffIcon } from '../../shared/schoolDays/DayOffIcon.tsx'
import { agendaAt } from '../../shared/text/events.ts'
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
          <TodayEvents events={events} day={clock.day} />
        </section>
      )}
      <UpcomingDays days={upcoming} />
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

function TodayEvents({ events, day }: { events: Loadable<DiaryEvent[]> | null; day: string }) {
  if (events === null) return null
  if (events === undefined) return <p className="px-4 py-3.5 text-small text-text-2">Sin Elementos.</p>
  if (events === 'pending') return <EventsSkeleton />
  if (events.length === 0) return <p className="px-4 py-3.5 text-small text-text-2">Sin eventos hoy</p>
  return (
    <ul aria-label="Eventos de hoy">
      {events.map((event) => (
        <EventRow key={event.id} day={day} event={event} />
      ))}
    </ul>
  )
}

/** An event of `day`, which is today, as a link to the event in the agenda. */
function EventRow({ day, event }: { day: string; event: DiaryEvent }) {
  return (
    <li>
      <Link href={agendaAt(day, event)} className="row">
        <span
          className={`my-3 w-1 shrink-0 rounded-full forced-color-adjust-none ${railColor(event.subject?.name)}`}
        />
        <span className="row-body">
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-row">{event.title || 'Sin título'}</span>{' '}
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
