import type { ResponseOf } from '@apoderados/contract/api'
import {
  blocksOf,
  dayAhead,
  daysAfter,
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

/** A part of the card: it has come, it is on its way, or (undefined) there is nothing to show. */
export type Part<T> = T | 'pending' | undefined

type Query<D> = { data: D | undefined; isPending: boolean }

/** What a query knows: a call that failed has nothing to show, which is never a zero. */
export function partOf<D, T>({ data, isPending }: Query<D>, read: (data: D) => T | undefined): Part<T> {
  if (data !== undefined) return read(data)
  return isPending ? 'pending' : undefined
}

/** What has come, in another shape. */
export function shownPart<T extends object | number, S>(part: Part<T>, show: (part: T) => S): Part<S> {
  if (part === undefined || part === 'pending') return part as Part<never>
  return show(part)
}

export type Lesson = { when: string; subject: string }

const DAYS_PER_WEEK = 7

const classesOn = (schedules: Schedules, day: string) => {
  const weekday = weekdayOf(day)
  return weekday ? blocksOf(schedules, weekday).filter(isClass) : []
}

/** The class that runs, else the next one: today's, or the first of the next day that has any. */
export function lessonNow(schedules: Schedules, { day, time }: Moment): Lesson | undefined {
  const now = minutesOf(time)
  const today = classesOn(schedules, day)
  const running = today.find((block) => isRunning(block, now))
  if (running) return { when: `Ahora, hasta las ${timeOf(endOf(running))}`, subject: subjectOf(running) }
  const next = today.find((block) => startOf(block) > now)
  if (next) return { when: `A continuación, a las ${timeOf(startOf(next))}`, subject: subjectOf(next) }
  for (let ahead = 1; ahead <= DAYS_PER_WEEK; ahead++) {
    const later = daysAfter(day, ahead)
    const [first] = classesOn(schedules, later)
    if (first)
      return { when: `${dayAhead(later, day)} a las ${timeOf(startOf(first))}`, subject: subjectOf(first) }
  }
  return undefined
}

type Period = {
  name: string
  answer: Query<ResponseOf<'getPeriodQualifications'>> | undefined
}
export type Average = { value: number; period: string }

/** Of the latest sub-period that has one; unknown as long as a later one might still have. */
export function latestAverage(periods: readonly Period[]): Part<Average> {
  for (const { name, answer } of periods.toReversed()) {
    if (answer?.data === undefined) return answer?.isPending ? 'pending' : undefined
    if (answer.data.average !== null) return { value: answer.data.average, period: name }
  }
  return undefined
}
