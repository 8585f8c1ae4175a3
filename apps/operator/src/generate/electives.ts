import { type Book, changesOf } from './book.ts'
import type { Course } from './courses.ts'
import type { Plan, PlannedSubject } from './plans.ts'
import type { Pupil } from './pupils.ts'

/** The electives of each of their hours. */
export const electivesByHours = (plan: Plan): PlannedSubject[][] => [
  ...Map.groupBy(
    plan.filter(({ electiveHours }) => electiveHours !== null),
    ({ electiveHours }) => electiveHours,
  ).values(),
]

/** What of the course's plan the pupil takes; in a changed set some take another elective. */
export function planOf(book: Book, { level }: Course, pupil: Pupil): Plan {
  const chosen = electivesByHours(level.plan).map((options, hours) => {
    const choice = (Number(pupil.run.number) >> hours) + (changesOf(book, pupil)(0.02) ? 1 : 0)
    return options[choice % options.length]
  })
  return level.plan.filter((subject) => subject.electiveHours === null || chosen.includes(subject))
}

export function writeElectives(book: Book, course: Course): void {
  for (const pupil of course.pupils) {
    for (const { code, electiveHours } of planOf(book, course, pupil))
      if (electiveHours !== null) book.add('electivos', code, pupil.run.number)
  }
}
