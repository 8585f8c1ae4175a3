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
export const NEXT_DAYS = 5
/** How many class days to search for the next class: a timetable may have classes on one weekday only. */
const SEARCHED_DAYS = 15

/** A part of the card: its value, 'pending' while it loads, or undefined if it is not shown. */
export type Part<T> = T | 'pending' | undefined

type PartQuery<D> = { data: D | undefined; isPending: boolean }

/** Reads a part of the card from a query's data. After a failed call it is undefined, not a zero. */
export function partOf<D, T>({ data, isPending }: PartQuery<D>, read: (data: D) => T | undefined): Part<T> {
  if (data !== undefined) return read(data)
  return isPending ? 'pending' : undefined
}

/** The texts about the current or next class, or about a day off. `kind` is 'class' or the kind of the day off. */
export type Now = { kind: string; when: string; what?: string }

const classesOn = (schedules: Schedules, day: string) => {
  const weekday = weekdayOf(day)
  return weekday ? blocksOf(schedules, weekday).filter(isClass) : []
}

/** The first class of the first of `days` that has classes; undefined if none has. */
function nextClass(schedules: Schedules, today: string, days: readonly string[]): Now | undefined {
  for (const day of days) {
    const [first] = classesOn(schedules, day)
    if (!first) continue
    const when = `${dayAhead(day, today)} a las ${timeOf(startOf(first))}`
    return { kind: 'class', when, what: subjectOf(first) }
  }
  return undefined
}

/**
 * The day off with the next class, else the class in progress, else the next class, else the text that classes are
 * over; undefined if no class is known.
 */
export function schoolNow(
  schedules: Schedules,
  { day, time }: Moment,
  calendarDays: CalendarDays,
): Now | undefined {
  const next = nextClass(schedules, day, nextClassDays(calendarDays, day, SEARCHED_DAYS))
  const off = daysOffOn(calendarDays, day)
  if (off)
    return { kind: off.kind, when: todayOffText(off), ...(next && { what: `${next.when}: ${next.what}` }) }
  const now = minutesOf(time)
  const today = isClassDay(calendarDays, day) ? classesOn(schedules, day) : []
  const running = today.find((block) => isRunning(block, now))
  if (running)
    return { kind: 'class', when: `Ahora, hasta las ${timeOf(endOf(running))}`, what: subjectOf(running) }
  const nextBlock = today.find((block) => startOf(block) > now)
  if (nextBlock)
    return { kind: 'class', when: `Sigue a las ${timeOf(startOf(nextBlock))}`, what: subjectOf(nextBlock) }
  return next ?? (today.length > 0 ? { kind: 'class', when: 'Hoy', what: 'Terminó sus clases' } : undefined)
}

type PeriodAnswer = {
  id: number
  name: string
  answer: PartQuery<ResponseOf<'getPeriodQualifications'>> | undefined
}
export type Average = { value: number; period: string; period_id: number }

/**
 * The average of the latest sub-period that has one. While the answer of a later sub-period loads, it is 'pending'; if
 * that answer failed, it is undefined.
 */
export function latestAverage(periods: readonly PeriodAnswer[]): Part<Average> {
  for (const { id, name, answer } of periods.toReversed()) {
    if (answer?.data === undefined) return answer?.isPending ? 'pending' : undefined
    if (answer.data.average !== null) return { value: answer.data.average, period: name, period_id: id }
  }
  return undefined
}
