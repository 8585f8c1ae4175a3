import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import type { Fixture, Row } from './oracleRows.ts'
import type { Enrollment } from './studentAccess.ts'
import { takesSubject } from './takenSubjects.ts'

export const periodsOf = (fixture: Fixture, { establishment_id, year }: Enrollment) =>
  fixture.subPeriods.filter((row) => row.establishment_id === establishment_id && row.year === year)
const gradedSubjectsOf = (fixture: Fixture, enrollment: Enrollment) =>
  fixture.courseSubjects.filter(
    (row) =>
      row.course_id === enrollment.course_id &&
      row.scale_type !== null &&
      takesSubject(fixture, enrollment, row.id),
  )

function gradesInPeriod(
  fixture: Fixture,
  enrollment: Enrollment,
  fields: RequestFields,
  subject: Row<'courseSubjects'>,
) {
  const period = Number(fields.establishment_sub_period_id)
  return fixture.assessments
    .filter((row) => row.course_subject_id === subject.id && row.sub_period_id === period)
    .map((assessment) => ({
      assessment,
      grade: fixture.grades.find(
        (row) => row.assessment_id === assessment.id && row.enrollment_id === enrollment.id,
      ),
    }))
}

const isPeriodOf = (fixture: Fixture, enrollment: Enrollment, fields: RequestFields) =>
  periodsOf(fixture, enrollment).some(({ id }) => id === Number(fields.establishment_sub_period_id))

/**
 * Returns the average of the requested period. All grades of an enrollment that are numbers are equal, so any of them
 * that counts is the average.
 */
export function averageOf(fixture: Fixture, enrollment: Enrollment, fields: RequestFields): number | null {
  const tenths = gradedSubjectsOf(fixture, enrollment)
    .filter(({ counts_in_average }) => counts_in_average)
    .flatMap((subject) => gradesInPeriod(fixture, enrollment, fields, subject))
    .flatMap(({ grade }) => grade?.tenths ?? [])
  return tenths[0] === undefined ? null : tenths[0] / 10
}

export function expectedAverages(
  fixture: Fixture,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedResponse {
  if (!isPeriodOf(fixture, enrollment, fields)) return notFoundResponse
  return respondWith(
    gradedSubjectsOf(fixture, enrollment).map((subject) => [
      [subject.id, subject.name],
      gradesInPeriod(fixture, enrollment, fields, subject).map(({ grade }) => grade?.concept),
    ]),
  )
}

export function expectedQualifications(
  fixture: Fixture,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedResponse {
  const courseSubjectId = Number(fields.course_subject_id)
  const subject = gradedSubjectsOf(fixture, enrollment).find(({ id }) => id === courseSubjectId)
  if (!subject || !isPeriodOf(fixture, enrollment, fields)) return notFoundResponse
  return respondWith(
    gradesInPeriod(fixture, enrollment, fields, subject).map(
      ({ assessment: { id, name, description }, grade }) => [[id, name, description, grade?.concept]],
    ),
  )
}

export function expectedPeriodMarks(
  fixture: Fixture,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedResponse {
  if (!isPeriodOf(fixture, enrollment, fields)) return notFoundResponse
  return respondWith(
    gradedSubjectsOf(fixture, enrollment).map((subject) => [
      subject.id,
      gradesInPeriod(fixture, enrollment, fields, subject).map(
        ({ assessment: { id, name, description }, grade }) => [[id, name, description, grade?.concept]],
      ),
    ]),
  )
}
