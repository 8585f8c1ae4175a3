import type { Block } from '@apoderados/contract/calendar/timetable'
import type { ResponseOf } from '@apoderados/contract/calls/api'
import { todayOffText } from '../../shared/schoolDays/dayOffText.ts'
import {
  type CalendarDays,
  daysOffOn,
  isClassDay,
  nextClassDays,
} from '../../shared/schoolDays/schoolDays.ts'
import {
  blocksOf,
  dayAhead,
  endOf,
  isClass,
  isRunning,
  type Moment,
  minutesOf,
  type Schedules,
  startOf,
  subjectOf,
  timeOf,
  weekdayOf,
} from '../../shared/text/week.ts'

/** The number of class days that are listed after today. */
export const LISTED_CLASS_DAYS = 5
/** The number of class days that are searched for the next class: a timetable may have classes on one weekday only. */
const SEARCHED_CLASS_DAYS = 15

/** A value that the card shows: 'pending' while it loads, undefined if it is unknown or there is none. */
export type Loadable<T> = T | 'pending' | undefined

type QueryState<D> = { data: D | undefined; isPending: boolean }

/** Reads a value from a query's data. After a failed call it is undefined, not a zero. */
export function loadableOf<D, T>(
  { data, isPending }: QueryState<D>,
  read: (data: D) => T | undefined,
): Loadable<T> {
  if (data !== undefined) return read(data)
  return isPending ? 'pending' : undefined
}

/** As `loadableOf`; null if the server lacks the call, so that it feeds nothing. */
export const loadableAddition = <D, T>(
  { data, isPending }: QueryState<D | null>,
  read: (data: D) => T | undefined,
): Loadable<T> | null => (data === null ? null : loadableOf({ data, isPending }, read))

/** The texts about the current or next class, or about a day off. `kind` is 'class' or the kind of the day off. */
export type NowTexts = { kind: string; when: string; what?: string }

const classesOn = (schedules: Schedules, day: string) => {
  const weekday = weekdayOf(day)
  return weekday ? blocksOf(schedules, weekday).filter(isClass) : []
}

const classTexts = (when: string, block: Block): NowTexts => ({ kind: 'class', when, what: subjectOf(block) })

/** The texts about the first class of the first of `days` that has classes; undefined if none has. */
function nextClassTexts(schedules: Schedules, today: string, days: readonly string[]): NowTexts | undefined {
  for (const day of days) {
    const [first] = classesOn(schedules, day)
    if (first) return classTexts(`${dayAhead(day, today)} a las ${timeOf(startOf(first))}`, first)
  }
  return undefined
}

/**
 * The texts about today's day off and the next class; on another day about the class in progress, else about the next
 * class, else that today's classes are over. Undefined if there is nothing to say.
 */
export function schoolNowTexts(
  schedules: Schedules,
  { day, time }: Moment,
  calendarDays: CalendarDays,
): NowTexts | undefined {
  const next = nextClassTexts(schedules, day, nextClassDays(calendarDays, day, SEARCHED_CLASS_DAYS))
  const off = daysOffOn(calendarDays, day)
  if (off)
    return { kind: off.kind, when: todayOffText(off), ...(next && { what: `${next.when}: ${next.what}` }) }
  const now = minutesOf(time)
  const today = isClassDay(calendarDays, day) ? classesOn(schedules, day) : []
  const running = today.find((block) => isRunning(block, now))
  if (running) return classTexts(`Ahora, hasta las ${timeOf(endOf(running))}`, running)
  const nextBlock = today.find((block) => startOf(block) > now)
  if (nextBlock) return classTexts(`Sigue a las ${timeOf(startOf(nextBlock))}`, nextBlock)
  return next ?? (today.length > 0 ? { kind: 'class', when: 'Hoy', what: 'Terminó sus clases' } : undefined)
}

/** A sub-period with the query of its averages. */
type PeriodResponse = {
  id: number
  name: string
  response: QueryState<ResponseOf<'getPeriodQualifications'>> | undefined
}
export type PeriodAverage = { value: number; period: string; period_id: number }

/** The average of the latest sub-period that has one; 'pending' while a later one loads, undefined if that failed. */
export function latestAverage(periods: readonly PeriodResponse[]): Loadable<PeriodAverage> {
  for (const { id, name, response } of periods.toReversed()) {
    if (response?.data === undefined) return response?.isPending ? 'pending' : undefined
    if (response.data.average !== null) return { value: response.data.average, period: name, period_id: id }
  }
  return undefined
}
