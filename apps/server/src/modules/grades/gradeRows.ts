import type { Rounding } from '@apoderados/contract/averages'
import { preparedQuery, type Queryable } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { assessments, grades } from '@apoderados/core/db/tables/records'
import { courseSubjects, subPeriods } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

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

export const findSubPeriods = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({ id: subPeriods.id, name: subPeriods.name })
    .from(linked)
    .innerJoin(subPeriods, isPeriodOfYear(linked))
    .orderBy(asc(subPeriods.starts_on))
    .prepare('sub_periods')
})

/**
 * Returns one row per subject, with three values of the requested period: the weighted sum of the grades in tenths, the
 * sum of their weights, and the latest concept. Without an enrollment it returns one row of nulls; `sub_period_id` is
 * null if the requested period does not belong to the school year.
 */
export const sumGrades = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const grade = gradeQuery(db, linked)
  const weight = sql`case when ${linked.uses_weights} then ${assessments.weight} else 1 end`
  const latestFirst = sql`(array_agg(${grade.concept} order by ${assessments.held_on} desc, ${assessments.id} desc)
    filter (where ${grade.concept} is not null))`
  const subjectSums = db
    .select({
      weighted: sql<number>`coalesce(sum(${grade.tenths} * ${weight}), 0)`.mapWith(Number).as('weighted'),
      weights: sql<number>`coalesce(sum(${weight}) filter (where ${grade.tenths} is not null), 0)`
        .mapWith(Number)
        .as('weights'),
      concept: sql<string | null>`${latestFirst}[1]`.as('concept'),
    })
    .from(assessments)
    .innerJoinLateral(grade, sql`true`)
    .where(isAssessmentOfSubjectAndPeriod)
    .as('of_subject')
  return db
    .select({
      enrollment_id: linked.enrollment_id,
      rounding: sql<Rounding>`${linked.rounding}`,
      sub_period_id: subPeriods.id,
      subject: pick(courseSubjects, 'id', 'name', 'scale_type', 'counts_in_average'),
      ...pick(subjectSums, 'weighted', 'weights', 'concept'),
    })
    .from(linked)
    .crossJoinLateral(others)
    .leftJoin(subPeriods, isRequestedPeriod(linked))
    .leftJoin(courseSubjects, isAssessedSubject(linked, others))
    .crossJoinLateral(subjectSums)
    .orderBy(asc(courseSubjects.position), asc(courseSubjects.id))
    .prepare('period_averages')
})

/**
 * Returns one row per assessment of the requested subject and sub-period. Without assessments it returns one row, in
 * which the ids of what was not found are null: of the enrollment, the sub-period or the subject.
 */
export const findQualifications = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const grade = gradeQuery(db, linked)
  return db
    .select({
      enrollment_id: linked.enrollment_id,
      sub_period_id: subPeriods.id,
      course_subject_id: courseSubjects.id,
      assessment: { id: assessments.id, name: assessments.name, description: assessments.description },
      tenths: grade.tenths,
      concept: grade.concept,
    })
    .from(linked)
    .crossJoinLateral(others)
    .leftJoin(subPeriods, isRequestedPeriod(linked))
    .leftJoin(
      courseSubjects,
      and(isAssessedSubject(linked, others), eq(courseSubjects.id, sql.placeholder('course_subject_id'))),
    )
    .leftJoin(assessments, isAssessmentOfSubjectAndPeriod)
    .leftJoinLateral(grade, sql`true`)
    .orderBy(asc(assessments.held_on), asc(assessments.id))
    .prepare('qualifications')
})
