import { fromTenths, type Rounding } from '@apoderados/contract/averages'
import type { PeriodMark } from '@apoderados/contract/grades'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { assessments } from '@apoderados/core/db/tables/records'
import { courseSubjects, subPeriods } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers } from '@apoderados/core/students/electives'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { asc, sql } from 'drizzle-orm'
import {
  gradeQuery,
  isAssessedSubject,
  isAssessmentOfSubjectAndPeriod,
  isRequestedPeriod,
} from './gradeRows.ts'

/** A mark as the statement returns it: with the grade in tenths, and with a weight even if the school uses none. */
type MarkRow = Omit<PeriodMark, 'qualification'> & { tenths: number | null; weight: number }

/**
 * Returns one row per subject, with its marks of the requested period as one JSON value. Without an enrollment it
 * returns one row of nulls; `sub_period_id` is null if the requested period does not belong to the school year.
 */
export const findPeriodMarks = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const grade = gradeQuery(db, linked)
  const mark = sql`json_build_object(
    'id', ${assessments.id},
    'name', ${assessments.name},
    'description', ${assessments.description},
    'date', ${assessments.held_on},
    'weight', ${assessments.weight},
    'tenths', ${grade.tenths},
    'note_scale_value', ${grade.concept})`
  const marks = db
    .select({
      list: sql<MarkRow[]>`coalesce(
        json_agg(${mark} order by ${assessments.held_on}, ${assessments.id}), '[]')`.as('list'),
    })
    .from(assessments)
    .leftJoinLateral(grade, sql`true`)
    .where(isAssessmentOfSubjectAndPeriod)
    .as('marks')
  return db
    .select({
      enrollment_id: linked.enrollment_id,
      rounding: sql<Rounding>`${linked.rounding}`,
      uses_weights: sql<boolean>`${linked.uses_weights}`,
      sub_period_id: subPeriods.id,
      subject: pick(courseSubjects, 'id', 'scale_type', 'counts_in_average'),
      marks: marks.list,
    })
    .from(linked)
    .crossJoinLateral(others)
    .leftJoin(subPeriods, isRequestedPeriod(linked))
    .leftJoin(courseSubjects, isAssessedSubject(linked, others))
    .crossJoinLateral(marks)
    .orderBy(asc(courseSubjects.position), asc(courseSubjects.id))
    .prepare('period_marks')
})

type SubjectRow = Awaited<ReturnType<ReturnType<typeof findPeriodMarks>['execute']>>[number]

/** Returns a list of one subject with its marks, or an empty list for a row without subject. */
export function toSubjectMarksList({ subject, marks, uses_weights }: SubjectRow) {
  if (!subject) return [] // without an enrollment, the query returns one row of nulls
  const isNumber = subject.scale_type === 'number'
  return [
    {
      id: subject.id,
      scale_type: isNumber ? 'number' : 'other',
      counts_in_average: isNumber && subject.counts_in_average,
      qualifications: marks.map(({ tenths, weight, ...mark }) => ({
        ...mark,
        qualification: fromTenths(tenths),
        weight: uses_weights ? weight : null,
      })),
    },
  ]
}
