import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { firstLineOf, momentOf } from '../../text/events.ts'

/** The line under the title of an event in a list: its time, its subject and the first line of its content. */
export function EventSummary({ event }: { event: DiaryEvent }) {
  const { time } = momentOf(event)
  const line = firstLineOf(event)
  return (
    <>
      <span className="block">
        {[time, event.subject?.name || (event.course ? 'Todo el curso' : 'Todo el colegio')]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {line && (
        <>
          {' '}
          <span className="line-clamp-2 large-text:line-clamp-none">{line}</span>
        </>
      )}
    </>
  )
}
