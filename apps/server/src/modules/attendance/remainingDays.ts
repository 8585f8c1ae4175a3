import { addDays, daysBetween, weekdayOf } from '@apoderados/contract/values/days'
import { calendarDaysOf, isClassDay } from '@apoderados/contract/values/daysOff'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { blocks } from '@apoderados/core/db/tables/schools'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { schoolYearOf } from '@apoderados/core/students/schoolYears'
import { and, isNotNull, sql } from 'drizzle-orm'

/** Returns one row: the student's school year, and the weekdays on which the course has classes, 1 for Monday. */
export const findCourseYear = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const { periods, closed } = schoolYearOf(db, linked)
  const timetable = db
    .select({
      weekdays: sql<number[]>`coalesce(json_agg(distinct ${blocks.weekday}), '[]')`.as('weekdays'),
    })
    .from(blocks)
    .where(and(isOfSame(blocks, linked, 'course_id'), isNotNull(blocks.course_subject_id)))
    .as('timetable')
  return db
    .select({
      year: linked.year,
      periods: periods.periods,
      closures: closed.closures,
      weekdays: timetable.weekdays,
    })
    .from(linked)
    .crossJoinLateral(periods)
    .crossJoinLateral(closed)
    .crossJoinLateral(timetable)
    .prepare('course_year')
})

type CourseYear = Awaited<ReturnType<ReturnType<typeof findCourseYear>['execute']>>[number]

/**
 * Counts the class days of the school year after the last one with recorded attendance; those until today may not be
 * recorded yet. Returns null before the first recorded day, and if the end of the school year is unknown.
 */
export function countRemainingDays(
  recorded: readonly string[],
  found: CourseYear | undefined,
): number | null {
  const last = recorded.at(-1)
  if (!last || !found?.year) return null
  const calendarDays = calendarDaysOf({ ...found, year: found.year })
  if (!calendarDays.last_day) return null
  // A course without a timetable counts as having classes on each weekday, from Monday to Friday.
  const weekdays = found.weekdays.length > 0 ? new Set([...found.weekdays, ...recorded.map(weekdayOf)]) : null
  return daysBetween(addDays(last, 1), calendarDays.last_day).filter(
    (day) => isClassDay(calendarDays, day) && (weekdays?.has(weekdayOf(day)) ?? true),
  ).length
}
