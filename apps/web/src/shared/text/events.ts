import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { localTimeOf } from './format.ts'

/** Returns an event's day `YYYY-MM-DD` and, unless it has no time, its time 'HH:MM' in the school's time zone. */
export function momentOf({ date }: Pick<DiaryEvent, 'date'>): { day: string; time?: string } {
  return date.length === 'YYYY-MM-DD'.length ? { day: date } : localTimeOf(date)
}

/** Returns the address of the agenda with a chosen day and, with `event`, with that event opened. */
export const agendaAt = (day: string, event?: Pick<DiaryEvent, 'id'>): string =>
  `/app/agenda?dia=${day}${event ? `&evento=${event.id}` : ''}`

/** Returns the first non-empty line of the event's content, else of its description. */
export const firstLineOf = ({ content, description }: DiaryEvent): string | undefined =>
  `${content ?? ''}\n${description ?? ''}`
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
