import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { useId } from 'react'
import { DayOffNote } from '../../shared/schoolDays/DayOffNote.tsx'
import { dayOffLabel } from '../../shared/schoolDays/dayOffText.ts'
import type { DaysOff } from '../../shared/schoolDays/schoolDays.ts'
import { capitalize, longDay } from '../../shared/text/format.ts'
import { EventSummary } from '../../shared/ui/content/EventSummary.tsx'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { railColor } from '../../shared/ui/content/subjectColor.ts'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { eventCountText } from './months.ts'

type Props = {
  day: string
  /** The days off that contain the day, with their reason; undefined if there are none. */
  off: DaysOff | undefined
  /** Undefined while the events load. */
  events: readonly DiaryEvent[] | undefined
  /** Whether the events could not be loaded. */
  hasLoadFailed: boolean
  /** The ids of the events that are marked as new. */
  newIds: readonly (number | null)[]
  openId: number | undefined
  onOpen: (id: number) => void
}

/** The events of the selected day. Only screen readers get the words 'Eventos del día' of the heading. */
export function DayEvents({ day, off, events, hasLoadFailed, newIds, openId, onOpen }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2.5 flex flex-wrap items-baseline gap-x-4 px-1">
        <h2 className="min-w-0 flex-1 basis-40 font-semibold text-row">
          <span className="sr-only">
            <span id={id}>Eventos del día</span>:
          </span>{' '}
          <span>{capitalize(longDay(day))}</span>
        </h2>
        {events && events.length > 0 && (
          <p className="text-caption text-text-2">{eventCountText(events.length)}</p>
        )}
      </div>
      {off && <DayOffNote kind={off.kind} text={dayOffLabel(off)} />}
      {events ? (
        <div className="card">
          {events.length === 0 && <NoEvents hasLoadFailed={hasLoadFailed} />}
          <ul>
            {events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                isChosen={event.id === openId}
                isNew={newIds.includes(event.id)}
                onOpen={() => onOpen(event.id)}
              />
            ))}
          </ul>
        </div>
      ) : (
        <Skeleton>
          <SkeletonRows count={2} />
        </Skeleton>
      )}
    </section>
  )
}

function NoEvents({ hasLoadFailed }: { hasLoadFailed: boolean }) {
  return (
    <div className="px-4 py-4">
      <p className="font-medium text-row">Sin Elementos.</p>
      {!hasLoadFailed && (
        <p className="mt-0.5 text-small text-text-2">
          Aquí verás los eventos que el colegio publique para este día.
        </p>
      )}
    </div>
  )
}

type EventRowProps = { event: DiaryEvent; isChosen: boolean; isNew: boolean; onOpen: () => void }

function EventRow({ event, ...row }: EventRowProps) {
  return (
    <ListRow
      title={event.title || 'Sin título'}
      detail={<EventSummary event={event} />}
      start={
        <span
          className={`my-3 w-1 shrink-0 rounded-full forced-color-adjust-none ${railColor(event.subject?.name)}`}
        />
      }
      end={
        event.document && (
          <>
            {' '}
            <Paperclip className="size-5 shrink-0 text-text-2" />
            <span className="sr-only">con documento</span>
          </>
        )
      }
      {...row}
    />
  )
}
