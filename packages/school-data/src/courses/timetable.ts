import { weekdayOf } from '@apoderados/contract/values/days'
import type { SchoolCalendar } from '../calendar/calendar.ts'
import { type CoursePlan, electivesByGroup, type Slot } from './course.ts'

/** A lesson or a break of a week. `weekday` is 1 for Monday; `subject` is the subject's name, or null for a break. */
export type Block = {
  weekday: number
  starts_at: string
  ends_at: string
  subject: string | null
  is_lunch: boolean
}

/** The start, the middle and the end of each lesson of a day. */
const lessonTimes = [
  ['08:00', '08:45', '09:30'],
  ['09:45', '10:30', '11:15'],
  ['11:30', '12:15', '13:00'],
  ['14:00', '14:45', '15:30'],
  // The fifth lesson takes only 45 minutes, so it has no second half.
  ['15:45', '16:30', '16:30'],
] as const

const LUNCH_START = '13:00'

function blocksOfSlot(weekday: number, slot: Slot, index: number): Block[] {
  const [starts_at, halfway, ends_at] = lessonTimes[index] ?? lessonTimes[0]
  if (typeof slot === 'string') return [{ weekday, starts_at, ends_at, subject: slot, is_lunch: false }]
  return [
    { weekday, starts_at, ends_at: halfway, subject: slot[0], is_lunch: false },
    { weekday, starts_at: halfway, ends_at, subject: slot[1], is_lunch: false },
  ]
}

const timetables = new WeakMap<CoursePlan, Block[]>()

/** Returns a course's week: a block for each lesson, for each of several parallel electives, and for each break. */
export function timetableOf(plan: CoursePlan): Block[] {
  const known = timetables.get(plan)
  if (known) return known
  const electives = electivesByGroup(plan.subjects).map((options) => options.map(({ name }) => name))
  const withOthers = (lesson: Block): Block[] => {
    const options = electives.find(([first]) => first === lesson.subject)
    return options ? options.map((subject) => ({ ...lesson, subject })) : [lesson]
  }
  const blocks = plan.week.flatMap((slots, index) => {
    const day = slots.flatMap((slot, order) => blocksOfSlot(index + 1, slot, order))
    return day.flatMap((lesson, order) => {
      const next = day[order + 1]
      if (!next || next.starts_at === lesson.ends_at) return withOthers(lesson)
      const { weekday, ends_at } = lesson
      const times = { starts_at: ends_at, ends_at: next.starts_at }
      return [...withOthers(lesson), { weekday, ...times, subject: null, is_lunch: ends_at === LUNCH_START }]
    })
  })
  timetables.set(plan, blocks)
  return blocks
}

/** Returns the times at which a subject's lessons start, by weekday. */
export function lessonStarts(plan: CoursePlan, subject: string): Map<number, string> {
  const lessons = timetableOf(plan).filter((block) => block.subject === subject)
  return new Map(lessons.map(({ weekday, starts_at }) => [weekday, starts_at]))
}

/** Returns the school's calendar, with class days only on those weekdays on which the course has lessons. */
export function calendarOfCourse(school: SchoolCalendar, { week }: CoursePlan): SchoolCalendar {
  const hasClasses = (day: string) => (week[weekdayOf(day) - 1] ?? []).length > 0
  const periods = school.periods.map((period) => ({
    ...period,
    classDays: period.classDays.filter(hasClasses),
  }))
  return { ...school, periods, classDays: school.classDays.filter(hasClasses) }
}
