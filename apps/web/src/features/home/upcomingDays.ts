import { type DiaryEvent, UPCOMING_DAYS } from '@apoderados/contract/agenda'
import { momentOf } from '../../shared/text/events.ts'
import { daysAfter } from '../../shared/text/week.ts'
import { type SchoolDays, weekdaysOnly } from './schoolDays.ts'
import { NEXT_DAYS } from './today.ts'

export type UpcomingDay = { day: string; events: DiaryEvent[] }

export const eventsOn = (events: readonly DiaryEvent[], day: string): DiaryEvent[] =>
  events.filter((event) => momentOf(event).day === day)

/**
 * The next days with classes, and between them those that have events all the same. `events` are those of UPCOMING_DAYS
 * from `today` on: of a later day nothing is known.
 */
export function upcomingDays(events: readonly DiaryEvent[], today: string, days: SchoolDays): UpcomingDay[] {
  const schoolDays = (days.isKnown ? days : weekdaysOnly).nextClassDays(today, NEXT_DAYS)
  const known = daysAfter(today, UPCOMING_DAYS - 1)
  const last = schoolDays.at(-1) ?? known
  const eventDays = events.map((event) => momentOf(event).day).filter((day) => today < day && day <= last)
  return [...new Set([...schoolDays, ...eventDays])]
    .filter((day) => day <= known)
    .sort()
    .map((day) => ({ day, events: eventsOn(events, day) }))
}
