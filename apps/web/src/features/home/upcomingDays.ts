import { type DiaryEvent, UPCOMING_DAYS } from '@apoderados/contract/calendar/agenda'
import { breaksBetween } from '../../shared/schoolDays/breaks.ts'
import {
  type CalendarDays,
  type DaysOff,
  daysOffOn,
  nextClassDays,
} from '../../shared/schoolDays/schoolDays.ts'
import { momentOf } from '../../shared/text/events.ts'
import { daysAfter, nextWeekday } from '../../shared/text/week.ts'
import { LISTED_CLASS_DAYS } from './today.ts'

export type UpcomingDay = {
  day: string
  events: DiaryEvent[]
  /** The days off that begin with the day or contain it, with their reason; undefined for a day that is not off. */
  off: DaysOff | undefined
}

export const eventsOn = (events: readonly DiaryEvent[], day: string): DiaryEvent[] =>
  events.filter((event) => momentOf(event).day === day)

/** The next `count` weekdays that are not known to be off; used if the school year's class days are unknown. */
function nextWeekdays(calendarDays: CalendarDays, day: string, count: number): string[] {
  const days: string[] = []
  for (let next = nextWeekday(day); days.length < count; next = nextWeekday(next))
    if (!daysOffOn(calendarDays, next)) days.push(next)
  return days
}

/**
 * The next class days, and until the last of them the breaks and the other days with events. `events` covers
 * UPCOMING_DAYS days from `today` on, so no later day is listed.
 */
export function upcomingDays(
  events: readonly DiaryEvent[],
  today: string,
  calendarDays: CalendarDays,
): UpcomingDay[] {
  const nextDays = calendarDays?.first_day ? nextClassDays : nextWeekdays
  const classDays = nextDays(calendarDays, today, LISTED_CLASS_DAYS)
  const known = daysAfter(today, UPCOMING_DAYS - 1)
  const last = classDays[LISTED_CLASS_DAYS - 1] ?? known
  const breaks = breaksBetween(calendarDays, today, last)
  const eventDays = events.map((event) => momentOf(event).day).filter((day) => today < day && day <= last)
  return [...new Set([...classDays, ...breaks.map(({ starts_on }) => starts_on), ...eventDays])]
    .filter((day) => day <= known)
    .sort()
    .map((day) => ({
      day,
      events: eventsOn(events, day),
      off: breaks.find(({ starts_on }) => starts_on === day) ?? daysOffOn(calendarDays, day),
    }))
}
