import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../client/open.ts'
import { courses, enrollments, establishments, studentParents } from '../schema/schema.ts'

/** Whether the school year has begun, which goes from March to February. */
export const hasBegun = (year: SQLWrapper) => sql`${year} <= extract(year from now() - interval '2 months')`

/**
 * The place of a link's student now, to be joined laterally to `studentParents`: the one of the latest year, unless it
 * was withdrawn, since whoever left this year is in no course of last year's either. A place of a year that has not
 * begun, once withdrawn, leaves the one before it as it is.
 */
export const currentEnrollment = (db: Queryable) => {
  const latest = db
    .select({
      id: enrollments.id,
      course_id: enrollments.course_id,
      year: enrollments.year,
      list_number: enrollments.list_number,
      enrolled_on: enrollments.enrolled_on,
      withdrawn_on: enrollments.withdrawn_on,
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
        or(isNull(enrollments.withdrawn_on), hasBegun(enrollments.year)),
      ),
    )
    .orderBy(desc(enrollments.year), sql`${enrollments.withdrawn_on} desc nulls first`)
    .limit(1)
    .as('latest')
  return db.select().from(latest).where(isNull(latest.withdrawn_on)).as('current_enrollment')
}

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
export const linkedEnrollment = (db: Queryable) =>
  linkedEnrollments(db, eq(studentParents.student_id, sql.placeholder('student_id')))

/** The same of every student whom the parent has an open link to, by the placeholder `parent_id` alone. */
export const familyEnrollments = (db: Queryable) => linkedEnrollments(db)

function linkedEnrollments(db: Queryable, isRequestedStudent?: SQL) {
  const enrollment = currentEnrollment(db)
  const settings = eq(establishments.id, studentParents.establishment_id)
  return db
    .select({
      student_id: studentParents.student_id,
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
        isRequestedStudent,
        eq(studentParents.has_access, true),
      ),
    )
    .as('linked')
}
