import { type DiaryEvent, UPCOMING_DAYS } from '@apoderados/contract/calendar/agenda'
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

/** Whether at most a weekend is between the end of `one` and the start of `other`. */
const areAdjacent = (one: DaysOff, other: DaysOff): boolean => nextWeekday(one.ends_on) >= other.starts_on

/** Merges a vacation with the days off next to it, such as a holiday that interrupts it, into one vacation. */
function mergeIntoVacations(calendarDays: CalendarDays): DaysOff[] {
  const merged: DaysOff[] = []
  for (const off of calendarDays?.days_off ?? []) {
    const before = merged.at(-1)
    const vacation = [before, off].find((each) => each?.kind === 'vacation')
    if (before && vacation && areAdjacent(before, off))
      merged[merged.length - 1] = { ...vacation, starts_on: before.starts_on, ends_on: off.ends_on }
    else merged.push(off)
  }
  return merged
}

const hasWeekday = ({ starts_on, ends_on }: DaysOff): boolean =>
  nextWeekday(daysAfter(starts_on, -1)) <= ends_on

/** Returns the days off, with merged vacations, that begin after `day`, up to `last`, and are not only on a weekend. */
const breaksBetween = (calendarDays: CalendarDays, day: string, last: string): DaysOff[] =>
  mergeIntoVacations(calendarDays).filter(
    (off) => day < off.starts_on && off.starts_on <= last && hasWeekday(off),
  )
