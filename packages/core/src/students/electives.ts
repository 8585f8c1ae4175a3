import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { isOfSame } from '../db/schema/schoolKeys.ts'
import { electiveEnrollments } from '../db/tables/people.ts'
import { courseSubjects } from '../db/tables/schools.ts'

/** The columns of a student's enrollment that `linkedEnrollment` selects. */
type EnrollmentColumns = { establishment_id: SQLWrapper; enrollment_id: SQLWrapper; course_id: SQLWrapper }

/**
 * Returns the ids of the course's electives that the student does not take, as one array for a lateral join. Their
 * blocks, marks and events are hidden from the student (R1). PostgreSQL computes the array once and compares the rows
 * with it. For a course without electives, PostgreSQL reads only the partial index of electives.
 */
export function electivesOfOthers(db: Queryable, enrollment: EnrollmentColumns) {
  // This is a subquery instead of `exists`, for which PostgreSQL may read the whole table. It returns at most one row,
  // because it has the full key.
  const isTaken = db
    .select({ is_taken: sql`true` })
    .from(electiveEnrollments)
    .where(
      and(
        isOfSame(electiveEnrollments, enrollment, 'enrollment_id'),
        eq(electiveEnrollments.course_subject_id, courseSubjects.id),
      ),
    )
  return db
    .select({ ids: sql<number[]>`coalesce(array_agg(${courseSubjects.id}), '{}')`.as('ids') })
    .from(courseSubjects)
    .where(
      and(
        isOfSame(courseSubjects, enrollment, 'course_id'),
        courseSubjects.is_elective,
        isNull(sql`(${isTaken})`),
      ),
    )
    .as('electives_of_others')
}

export type ElectivesOfOthers = ReturnType<typeof electivesOfOthers>

/** Whether a row is shown to the student: it has no subject, or its subject is not an elective of `others`. */
export const isShownToStudent = (course_subject_id: SQLWrapper, others: ElectivesOfOthers): SQL | undefined =>
  or(isNull(course_subject_id), sql`${course_subject_id} <> all(${others.ids})`)
