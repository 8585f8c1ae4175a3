import type { StudentOverview } from '@apoderados/contract/family'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { blocks, courseSubjects, events } from '@apoderados/core/db/tables/schools'
import { classDaysOf } from '@apoderados/core/students/classDays'
import { electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import { familyEnrollments } from '@apoderados/core/students/enrollments'
import { schoolYearOf } from '@apoderados/core/students/schoolYears'
import { shownEvents } from '@apoderados/core/students/shownEvents'
import { and, asc, between, eq, sql } from 'drizzle-orm'

/** Returns one row per linked student; classes of a weekday (1 for Monday), periods and closures are JSON values. */
export const findStudents = preparedQuery((db) => {
  const linked = familyEnrollments(db)
  const others = electivesOfOthers(db, linked)
  const days = classDaysOf(db, linked)
  const { periods, closed } = schoolYearOf(db, linked)
  const lesson = sql`json_build_object(
    'subject_name', ${courseSubjects.name},
    'starts_at', to_char(${blocks.starts_at}, 'HH24:MI'),
    'ends_at', to_char(${blocks.ends_at}, 'HH24:MI'))`
  const lessons = db
    .select({
      classes: sql<StudentOverview['classes']>`coalesce(
        json_agg(${lesson} order by ${blocks.starts_at}, ${courseSubjects.name}), '[]')`.as('classes'),
    })
    .from(blocks)
    .innerJoin(courseSubjects, hasKey(courseSubjects, blocks, blocks.course_subject_id))
    .where(
      and(
        isOfSame(blocks, linked, 'course_id'),
        eq(blocks.weekday, sql.placeholder('weekday')),
        isShownToStudent(blocks.course_subject_id, others),
      ),
    )
    .as('lessons')
  return db
    .select({
      student_id: linked.student_id,
      classDayCount: days.classDayCount,
      attended: days.attended,
      classes: lessons.classes,
      year: linked.year,
      periods: periods.periods,
      closures: closed.closures,
    })
    .from(linked)
    .crossJoinLateral(others)
    .crossJoinLateral(days)
    .crossJoinLateral(lessons)
    .crossJoinLateral(periods)
    .crossJoinLateral(closed)
    .orderBy(asc(linked.student_id))
    .prepare('family_students')
})

/** Returns the events of the requested days, each once for every student whose agenda shows it. */
export const findFamilyEvents = preparedQuery((db) => {
  const isInRange = between(events.day, sql.placeholder('first'), sql.placeholder('last'))
  return shownEvents(db, familyEnrollments(db), isInRange).prepare('family_events')
})
