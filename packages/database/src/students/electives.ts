import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../client/open.ts'
import { courseSubjects, electiveEnrollments } from '../schema/schema.ts'

/** A student's enrolment, as `linkedEnrollment` has it. */
type EnrollmentColumns = { establishment_id: SQLWrapper; enrollment_id: SQLWrapper; course_id: SQLWrapper }

/**
 * The ids of the course's electives that the student does not take, as one array to be joined laterally. Their blocks,
 * marks and events are hidden (R1). One array per statement: every row is compared with it. In a course without
 * electives this reads an index without entries.
 */
export function electivesOfOthers(db: Queryable, place: EnrollmentColumns) {
  // Not `exists`: PostgreSQL may read the whole table for that. By the whole key there is one row at most.
  const isTaken = db
    .select({ is_taken: sql`true` })
    .from(electiveEnrollments)
    .where(
      and(
        eq(electiveEnrollments.establishment_id, place.establishment_id),
        eq(electiveEnrollments.enrollment_id, place.enrollment_id),
        eq(electiveEnrollments.course_subject_id, courseSubjects.id),
      ),
    )
  return db
    .select({ ids: sql<number[]>`coalesce(array_agg(${courseSubjects.id}), '{}')`.as('ids') })
    .from(courseSubjects)
    .where(
      and(
        eq(courseSubjects.establishment_id, place.establishment_id),
        eq(courseSubjects.course_id, place.course_id),
        courseSubjects.is_elective,
        isNull(sql`(${isTaken})`),
      ),
    )
    .as('electives_of_others')
}

type ElectivesOfOthers = ReturnType<typeof electivesOfOthers>

/** Whether a row with this subject, or with none, is shown to the student. */
export const isTaken = (course_subject_id: SQLWrapper, others: ElectivesOfOthers): SQL | undefined =>
  or(isNull(course_subject_id), sql`${course_subject_id} <> all(${others.ids})`)
