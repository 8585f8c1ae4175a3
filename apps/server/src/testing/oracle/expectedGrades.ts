import { type Expected, type Fields, NOT_FOUND, shows } from './expectedAnswer.ts'
import type { Row, World } from './oracleRows.ts'
import type { Enrollment } from './studentAccess.ts'
import { takes } from './takenSubjects.ts'

export const periodsOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.subPeriods.filter((row) => row.establishment_id === establishment_id && row.year === year)
const gradedSubjectsOf = (world: World, enrollment: Enrollment) =>
  world.courseSubjects.filter(
    (row) =>
      row.course_id === enrollment.course_id && row.scale_type !== null && takes(world, enrollment, row.id),
  )

function gradesIn(world: World, enrollment: Enrollment, fields: Fields, subject: Row<'courseSubjects'>) {
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

const isPeriodOf = (world: World, enrollment: Enrollment, fields: Fields) =>
  periodsOf(world, enrollment).some(({ id }) => id === Number(fields.establishment_sub_period_id))

/** Returns the average of a period. All grades of one enrollment are equal, so any counted grade is the average. */
export function averageOf(world: World, enrollment: Enrollment, fields: Fields): number | null {
  const tenths = gradedSubjectsOf(world, enrollment)
    .filter(({ counts_in_average }) => counts_in_average)
    .flatMap((subject) => gradesIn(world, enrollment, fields, subject))
    .flatMap(({ grade }) => grade?.tenths ?? [])
  return tenths[0] === undefined ? null : tenths[0] / 10
}

export function averages(world: World, enrollment: Enrollment, fields: Fields): Expected {
  if (!isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      [subject.id, subject.name],
      gradesIn(world, enrollment, fields, subject).map(({ grade }) => grade?.concept),
    ]),
  )
}

export function qualifications(world: World, enrollment: Enrollment, fields: Fields): Expected {
  const courseSubjectId = Number(fields.course_subject_id)
  const subject = gradedSubjectsOf(world, enrollment).find(({ id }) => id === courseSubjectId)
  if (!subject || !isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradesIn(world, enrollment, fields, subject).map(({ assessment: { id, name, description }, grade }) => [
      [id, name, description, grade?.concept],
    ]),
  )
}

export function periodMarks(world: World, enrollment: Enrollment, fields: Fields): Expected {
  if (!isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      subject.id,
      gradesIn(world, enrollment, fields, subject).map(({ assessment: { id, name, description }, grade }) => [
        [id, name, description, grade?.concept],
      ]),
    ]),
  )
}
