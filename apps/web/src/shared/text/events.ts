import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { localTimeOf } from './format.ts'

/** The day `YYYY-MM-DD` of an event and its time 'HH:MM' in the school's time zone, unless it lasts the whole day. */
export function momentOf({ date }: Pick<DiaryEvent, 'date'>): { day: string; time?: string } {
  return date.length === 'YYYY-MM-DD'.length ? { day: date } : localTimeOf(date)
}

/** The address of the agenda with a day chosen and optionally an event opened. */
export const agendaAt = (day: string, event?: Pick<DiaryEvent, 'id'>): string =>
  `/app/agenda?dia=${day}${event ? `&evento=${event.id}` : ''}`

/** The first non-empty line of the content, else of the description. */
export const firstLineOf = ({ content, description }: DiaryEvent): string | undefined =>
  `${content ?? ''}\n${description ?? ''}`
    .split('\n')
    .map((line) => line.trim())
    .find(Boolean)
