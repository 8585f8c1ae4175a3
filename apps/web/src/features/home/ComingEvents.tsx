import type { DiaryEvent } from '@apoderados/contract/agenda'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Paperclip from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { Link } from '../../shared/router.tsx'
import { capitalize, longDay } from '../../shared/text/format.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import { railColor } from '../../shared/ui/content/subjectColor.ts'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import type { Part } from './today.ts'
import '../../shared/ui/content/list.css'

type Props = { title: string; day: string; events: Part<DiaryEvent[]> }

/** The events of the next school day; a day without any has no section. */
export function ComingEvents({ title, day, events }: Props) {
  if (events === undefined || events.length === 0) return null
  return (
    <div className="mt-7">
      <Section title={title} aside={capitalize(longDay(day))}>
        {events === 'pending' ? (
          <Skeleton>
            <SkeletonRows count={2} />
          </Skeleton>
        ) : (
          <ul>
            {events.map((event) => (
              <EventRow key={event.id} day={day} event={event} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function EventRow({ day, event }: { day: string; event: DiaryEvent }) {
  return (
    <li>
      <Link href={`/app/agenda?dia=${day}`} className="row">
        <span className={`today-rail ${railColor(event.subject?.name)}`} />
        <span className="row-body">
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-row">{event.title || 'Sin título'}</span>{' '}
            <span className="mt-0.5 block text-small text-text-2">
              {event.subject?.name || 'Sin asignatura'}
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
