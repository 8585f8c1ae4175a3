import { addDays, firstOn } from '@apoderados/contract/values/days'
import { type CalendarDays, isClassDay } from '@apoderados/contract/values/daysOff'
import { schoolInstant } from './schoolInstant.ts'

const DAYS_PER_WEEK = 7

/** A weekly block with a class. `weekday` is 1 for Monday; the times are `HH:MM` in the school's local time. */
export type Lesson = {
  course_subject_id: number
  subject_name: string
  teacher: string | null
  weekday: number
  starts_at: string
  ends_at: string
}

/**
 * Weekly classes at one time in UTC. `start` and `end` are those of the first class, `last` is the start of the last
 * class, and `omitted` are the starts of classes that do not take place; all are in epoch ms.
 */
export type ClassSeries = { id: string; start: number; end: number; last: number; omitted: number[] }

type ClassOnDay = { start: number; end: number; offset: number; isHeld: boolean }

function classesOf(lesson: Lesson, calendarDays: CalendarDays, timeZone: string): ClassOnDay[] {
  const { first_day, last_day } = calendarDays
  if (first_day === null || last_day === null) return []
  const classes: ClassOnDay[] = []
  for (let day = firstOn(lesson.weekday, first_day); day <= last_day; day = addDays(day, DAYS_PER_WEEK)) {
    const start = schoolInstant(day, lesson.starts_at, timeZone)
    const end = schoolInstant(day, lesson.ends_at, timeZone)
    const offset = start - Date.parse(`${day}T${lesson.starts_at}:00Z`)
    classes.push({ start, end, offset, isHeld: isClassDay(calendarDays, day) })
  }
  return classes
}

/** Splits the classes where the clocks change, because a weekly series has one time in UTC. */
function splitByOffset(classes: readonly ClassOnDay[]): ClassOnDay[][] {
  const parts: ClassOnDay[][] = []
  for (const next of classes) {
    const part = parts.at(-1)
    if (part?.at(-1)?.offset === next.offset) part.push(next)
    else parts.push([next])
  }
  return parts
}

/**
 * Returns the classes of a block in the school year as weekly series, without the days off. The ids stay the same when
 * days off are added or removed, and after an import that sends the same block again.
 */
export function classSeriesOf(lesson: Lesson, calendarDays: CalendarDays, timeZone: string): ClassSeries[] {
  const { course_subject_id, weekday, starts_at } = lesson
  const block = `class-${course_subject_id}-${weekday}-${starts_at.replace(':', '')}`
  return splitByOffset(classesOf(lesson, calendarDays, timeZone)).flatMap((part, index) => {
    const heldClasses = part.filter(({ isHeld }) => isHeld)
    const [first, last] = [heldClasses[0], heldClasses.at(-1)]
    if (!first || !last) return []
    const omitted = part
      .filter(({ isHeld, start }) => !isHeld && start > first.start && start < last.start)
      .map(({ start }) => start)
    return { id: `${block}-${index + 1}`, start: first.start, end: first.end, last: last.start, omitted }
  })
}
