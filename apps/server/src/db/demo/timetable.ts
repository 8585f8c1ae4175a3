import type { blocks } from '../schema.ts'
import type { SchoolCalendar } from './calendar.ts'
import type { CoursePlan, Slot } from './course.ts'
import { weekdayOf } from './days.ts'

type Block = Pick<typeof blocks.$inferInsert, 'weekday' | 'starts_at' | 'ends_at'> & {
  /** None is playtime. */
  subject: string | null
}

const times = [
  ['08:00', '08:45', '09:30'],
  ['09:45', '10:30', '11:15'],
  ['11:30', '12:15', '13:00'],
  ['14:00', '14:45', '15:30'],
  // The last one is a single hour.
  ['15:45', '16:30', '16:30'],
] as const

function lessons(weekday: number, slot: Slot, index: number): Block[] {
  const [starts_at, halfway, ends_at] = times[index] ?? times[0]
  if (typeof slot === 'string') return [{ weekday, starts_at, ends_at, subject: slot }]
  return [
    { weekday, starts_at, ends_at: halfway, subject: slot[0] },
    { weekday, starts_at: halfway, ends_at, subject: slot[1] },
  ]
}

/** A course's week: its lessons, and playtime (lunch too) in every gap between two of them. */
export function timetableOf({ week }: CoursePlan): Block[] {
  return week.flatMap((slots, index) => {
    const day = slots.flatMap((slot, order) => lessons(index + 1, slot, order))
    return day.flatMap((lesson, order) => {
      const next = day[order + 1]
      if (!next || next.starts_at === lesson.ends_at) return [lesson]
      const { weekday, ends_at } = lesson
      return [lesson, { weekday, starts_at: ends_at, ends_at: next.starts_at, subject: null }]
    })
  })
}

/** The lessons' starts of a subject, by weekday. */
export function startsOf(plan: CoursePlan, subject: string): Map<number, string> {
  const lessons = timetableOf(plan).filter((block) => block.subject === subject)
  return new Map(lessons.map(({ weekday, starts_at }) => [weekday, starts_at]))
}

/** The school's calendar without the weekdays on which the course has no classes. */
export function calendarOf(school: SchoolCalendar, { week }: CoursePlan): SchoolCalendar {
  const hasClasses = (day: string) => (week[weekdayOf(day) - 1] ?? []).length > 0
  const periods = school.periods.map((period) => ({
    ...period,
    classDays: period.classDays.filter(hasClasses),
  }))
  return { ...school, periods, classDays: school.classDays.filter(hasClasses) }
}
