import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { Link } from '../../shared/router.tsx'
import { agendaAt } from '../../shared/text/events.ts'
import { EventSummary } from '../../shared/ui/content/EventSummary.tsx'
import { railColor } from '../../shared/ui/content/subjectColor.ts'

/** An event of `day`, which is today, as a link to the event in the agenda. */
export function EventRow({ day, event }: { day: string; event: DiaryEvent }) {
  return (
    <li>
      <Link href={agendaAt(day, event)} className="row">
        <span className={`today-rail ${railColor(event.subject?.name)}`} />
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
