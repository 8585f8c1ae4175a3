import type { Queryable } from '@apoderados/core/db/client/open'
import { assessments, courseSubjects, grades, subPeriods } from '@apoderados/core/db/schema/schema'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { type electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import type { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { and, eq, isNotNull, sql } from 'drizzle-orm'

type LinkedEnrollment = ReturnType<typeof linkedEnrollment>

/** Restricts sub-periods to the enrollment's school and year, so that no other school's sub-period is found (R1). */
export const isPeriodOfYear = (linked: LinkedEnrollment) => isOfSame(subPeriods, linked, 'year')
export const isRequestedPeriod = (linked: LinkedEnrollment) =>
  and(isPeriodOfYear(linked), eq(subPeriods.id, sql.placeholder('establishment_sub_period_id')))

/** Restricts subjects to those that the student takes in the course and that have grades; a workshop has none. */
export const isAssessedSubject = (linked: LinkedEnrollment, others: ReturnType<typeof electivesOfOthers>) =>
  and(
    isOfSame(courseSubjects, linked, 'course_id'),
    isNotNull(courseSubjects.scale_type),
    isShownToStudent(courseSubjects.id, others),
  )

export const isAssessmentOfSubjectAndPeriod = and(
  eq(assessments.establishment_id, courseSubjects.establishment_id),
  eq(assessments.course_subject_id, courseSubjects.id),
  eq(assessments.sub_period_id, subPeriods.id),
)

/**
 * Returns a subquery for the student's grade in an assessment. `limit(1)` makes PostgreSQL look the grade up by its
 * whole primary key; without it, PostgreSQL would read all grades of the enrollment for each assessment.
 */
export const gradeQuery = (db: Queryable, linked: LinkedEnrollment) =>
  db
    .select({ tenths: grades.tenths, concept: grades.concept })
    .from(grades)
    .where(and(isOfSame(grades, linked, 'enrollment_id'), eq(grades.assessment_id, assessments.id)))
    .limit(1)
    .as('grade')
