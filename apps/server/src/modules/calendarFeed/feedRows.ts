import { preparedQuery } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { calendarFeeds } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { blocks, courseSubjects, employees, events } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { schoolYearOf } from '@apoderados/core/students/schoolYears'
import { shownEvents } from '@apoderados/core/students/shownEvents'
import { and, eq, sql } from 'drizzle-orm'
import type { Lesson } from './classSeries.ts'

/** Finds a secret's feed of an active account. `findSchoolWeek` and `findYearEvents` check access to the student. */
export const findFeed = preparedQuery((db) =>
  db
    .select({
      ...pick(calendarFeeds, 'parent_id', 'student_id', 'created_at'),
      needs_touch: sql<boolean>`coalesce(${calendarFeeds.last_read_at} < now() - interval '1 hour', true)`,
    })
    .from(calendarFeeds)
    .innerJoin(parents, and(eq(parents.id, calendarFeeds.parent_id), eq(parents.is_active, true)))
    .where(eq(calendarFeeds.secret_hash, sql.placeholder('secret_hash')))
    .prepare('calendar_feed'),
)

/** Records that the calendar of a secret was read. */
export const recordFeedRead = preparedQuery((db) =>
  db
    .update(calendarFeeds)
    .set({ last_read_at: sql`now()` })
    .where(eq(calendarFeeds.secret_hash, sql.placeholder('secret_hash')))
    .prepare('touch_calendar_feed'),
)

/** Returns one row with the school year and the student's classes of a week; no row if the parent has no access. */
export const findSchoolWeek = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const { periods, closed } = schoolYearOf(db, linked)
  const lesson = sql`json_build_object(
    'course_subject_id', ${courseSubjects.id},
    'subject_name', ${courseSubjects.name},
    'teacher', ${employees.name} || ' ' || ${employees.last_name},
    'weekday', ${blocks.weekday},
    'starts_at', to_char(${blocks.starts_at}, 'HH24:MI'),
    'ends_at', to_char(${blocks.ends_at}, 'HH24:MI'))`
  const lessons = db
    .select({
      lessons: sql<Lesson[]>`coalesce(
        json_agg(${lesson} order by ${blocks.weekday}, ${blocks.starts_at}, ${courseSubjects.id}), '[]')`.as(
        'lessons',
      ),
    })
    .from(blocks)
    .innerJoin(courseSubjects, hasKey(courseSubjects, blocks, blocks.course_subject_id))
    .leftJoin(employees, hasKey(employees, courseSubjects, courseSubjects.employee_id))
    .where(and(isOfSame(blocks, linked, 'course_id'), isShownToStudent(blocks.course_subject_id, others)))
    .as('week')
  return db
    .select({
      ...pick(linked, 'year', 'time_zone', 'course_name', 'letter'),
      periods: periods.periods,
      closures: closed.closures,
      lessons: lessons.lessons,
    })
    .from(linked)
    .crossJoinLateral(others)
    .crossJoinLateral(periods)
    .crossJoinLateral(closed)
    .crossJoinLateral(lessons)
    .prepare('calendar_week')
})

/** Finds the events of the agenda from January of the enrollment's year to February of the next year. */
export const findYearEvents = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const isInYear = sql`${events.day} >= make_date(${linked.year}, 1, 1)
    and ${events.day} < make_date(${linked.year} + 1, 3, 1)`
  return shownEvents(db, linked, isInYear).prepare('calendar_events')
})
