import { and, desc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from './open.ts'
import { courses, enrollments, establishments, studentParents } from './schema.ts'

/** The latest enrolment of a link's student that was not withdrawn, to be joined laterally to `studentParents`. */
export const currentEnrollment = (db: Queryable) =>
  db
    .select({
      id: enrollments.id,
      course_id: enrollments.course_id,
      year: enrollments.year,
      list_number: enrollments.list_number,
      enrolled_on: enrollments.enrolled_on,
      photo_id: enrollments.photo_id,
      course_name: courses.name,
      letter: courses.letter,
    })
    .from(enrollments)
    .innerJoin(
      courses,
      and(eq(courses.establishment_id, enrollments.establishment_id), eq(courses.id, enrollments.course_id)),
    )
    .where(
      and(
        eq(enrollments.establishment_id, studentParents.establishment_id),
        eq(enrollments.student_id, studentParents.student_id),
        isNull(enrollments.withdrawn_on),
      ),
    )
    .orderBy(desc(enrollments.year))
    .limit(1)
    .as('current_enrollment')

/**
 * The day from which an enrolment opens no more of the school than the student's own records: schools load a year's
 * lists in its first month, and who is not in them has left. `year`: of the enrolment; answers a date.
 */
export const lapsesOn = (year: SQLWrapper) => sql`make_date(${year} + 1, 4, 1)`

/**
 * Where every read of a student's data begins (R1): the parent's open link to the student and the enrolment
 * behind it, by the placeholders `parent_id` and `student_id`. No row without a link; without an enrolment
 * `enrollment_id` and what hangs from it are null. Columns only: Drizzle writes an aliased expression without
 * its table, and a query inside would take its own column of that name for it.
 */
export const linkedEnrollment = (db: Queryable) => {
  const enrollment = currentEnrollment(db)
  const settings = eq(establishments.id, studentParents.establishment_id)
  return db
    .select({
      establishment_id: studentParents.establishment_id,
      time_zone: establishments.time_zone,
      rounding: establishments.rounding,
      uses_weights: establishments.uses_weights,
      enrollment_id: enrollment.id,
      course_id: enrollment.course_id,
      course_name: enrollment.course_name,
      letter: enrollment.letter,
      year: enrollment.year,
      enrolled_on: enrollment.enrolled_on,
    })
    .from(studentParents)
    .leftJoin(establishments, settings) // always there; joined so, a read without settings is planned without it
    .leftJoinLateral(enrollment, sql`true`)
    .where(
      and(
        eq(studentParents.parent_id, sql.placeholder('parent_id')),
        eq(studentParents.student_id, sql.placeholder('student_id')),
        eq(studentParents.has_access, true),
      ),
    )
    .as('linked')
}
