import { answerWith, type ExpectedAnswer, notFoundAnswer, type RequestFields } from './expectedAnswer.ts'
import type { Row, World } from './oracleRows.ts'
import type { Enrollment } from './studentAccess.ts'
import { takesSubject } from './takenSubjects.ts'

export const periodsOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.subPeriods.filter((row) => row.establishment_id === establishment_id && row.year === year)
const gradedSubjectsOf = (world: World, enrollment: Enrollment) =>
  world.courseSubjects.filter(
    (row) =>
      row.course_id === enrollment.course_id &&
      row.scale_type !== null &&
      takesSubject(world, enrollment, row.id),
  )

function gradesInPeriod(
  world: World,
  enrollment: Enrollment,
  fields: RequestFields,
  subject: Row<'courseSubjects'>,
) {
  const period = Number(fields.establishment_sub_period_id)
  return world.assessments
    .filter((row) => row.course_subject_id === subject.id && row.sub_period_id === period)
    .map((assessment) => ({
      assessment,
      grade: world.grades.find(
        (row) => row.assessment_id === assessment.id && row.enrollment_id === enrollment.id,
      ),
    }))
}

const isPeriodOf = (world: World, enrollment: Enrollment, fields: RequestFields) =>
  periodsOf(world, enrollment).some(({ id }) => id === Number(fields.establishment_sub_period_id))

/**
 * Returns the average of the requested period. All grades of an enrollment that are numbers are equal, so any of them
 * that counts is the average.
 */
export function averageOf(world: World, enrollment: Enrollment, fields: RequestFields): number | null {
  const tenths = gradedSubjectsOf(world, enrollment)
    .filter(({ counts_in_average }) => counts_in_average)
    .flatMap((subject) => gradesInPeriod(world, enrollment, fields, subject))
    .flatMap(({ grade }) => grade?.tenths ?? [])
  return tenths[0] === undefined ? null : tenths[0] / 10
}

export function expectedAverages(
  world: World,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedAnswer {
  if (!isPeriodOf(world, enrollment, fields)) return notFoundAnswer
  return answerWith(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      [subject.id, subject.name],
      gradesInPeriod(world, enrollment, fields, subject).map(({ grade }) => grade?.concept),
    ]),
  )
}

export function expectedQualifications(
  world: World,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedAnswer {
  const courseSubjectId = Number(fields.course_subject_id)
  const subject = gradedSubjectsOf(world, enrollment).find(({ id }) => id === courseSubjectId)
  if (!subject || !isPeriodOf(world, enrollment, fields)) return notFoundAnswer
  return answerWith(
    gradesInPeriod(world, enrollment, fields, subject).map(
      ({ assessment: { id, name, description }, grade }) => [[id, name, description, grade?.concept]],
    ),
  )
}

export function expectedPeriodMarks(
  world: World,
  enrollment: Enrollment,
  fields: RequestFields,
): ExpectedAnswer {
  if (!isPeriodOf(world, enrollment, fields)) return notFoundAnswer
  return answerWith(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      subject.id,
      gradesInPeriod(world, enrollment, fields, subject).map(
        ({ assessment: { id, name, description }, grade }) => [[id, name, description, grade?.concept]],
      ),
    ]),
  )
}
