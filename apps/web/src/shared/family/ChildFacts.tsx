import ArrowDown from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?react'
import CalendarBlank from '@phosphor-icons/core/assets/regular/calendar-blank.svg?react'
import Clock from '@phosphor-icons/core/assets/regular/clock.svg?react'
import UserCheck from '@phosphor-icons/core/assets/regular/user-check.svg?react'
import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { attendanceDecimal } from '../text/format.ts'
import { type ChildDay, eventText } from './familyDay.ts'

const FACTS = 'mt-3 grid gap-1.5 text-small'
const EVENTS_SHOWN_MAX = 2
const { attendanceMinimum: minimum } = config

type FactProps = { icon: typeof Clock; isLow?: boolean; children: ReactNode }

function Fact({ icon: Icon, isLow, children }: FactProps) {
  return (
    <span className={`flex items-start gap-2 ${isLow ? 'font-semibold text-negative-text' : 'text-text-2'}`}>
      <Icon className="mt-px size-4.5 shrink-0" />
      <span className="min-w-0">
        <span>{children}</span>{' '}
      </span>
    </span>
  )
}

function EventsFact({ label, events }: { label: string; events: ChildDay['today'] }) {
  if (events.length === 0) return null
  const hiddenCount = events.length - EVENTS_SHOWN_MAX
  return (
    <Fact icon={CalendarBlank}>
      {`${label}: ${events.slice(0, EVENTS_SHOWN_MAX).map(eventText).join('; ')}${hiddenCount > 0 ? ` y ${hiddenCount} más` : ''}`}
    </Fact>
  )
}

/** One child's current class, next events and attendance, in spans, as a button may contain no block elements. */
export function ChildFacts({ day }: { day: ChildDay }) {
  const { now, today, ahead, hasSharedEvents, attendance } = day
  const hasNone = today.length + ahead.length === 0 && !hasSharedEvents
  const isLow = attendance !== null && attendance < minimum
  return (
    <span className={FACTS}>
      {now && <Fact icon={Clock}>{now}</Fact>}
      <EventsFact label="Hoy" events={today} />
      {ahead.map(({ label, events }) => (
        <EventsFact key={label} label={label} events={events} />
      ))}
      {hasNone && <Fact icon={CalendarBlank}>Sin eventos hoy ni mañana</Fact>}
      {attendance !== null && (
        <Fact icon={isLow ? ArrowDown : UserCheck} isLow={isLow}>
          {`Asistencia ${attendanceDecimal(attendance)}%${isLow ? `, bajo el mínimo de ${minimum}%` : ''}`}
        </Fact>
      )}
    </span>
  )
}

/** A skeleton with the height that most children's facts have. */
export function FactsSkeleton() {
  return (
    <span className={`${FACTS} skeleton`} aria-hidden="true">
      <span className="skeleton-bar block h-3 w-3/4" />
      <span className="skeleton-bar block h-3 w-1/2" />
      <span className="skeleton-bar block h-3 w-2/5" />
    </span>
  )
}
