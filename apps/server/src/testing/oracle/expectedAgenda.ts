import { type Expected, type Fields, NOT_FOUND, shows } from './expectedAnswer.ts'
import type { World } from './oracleRows.ts'
import { courseOf, type Enrollment, enrollmentOf, isLinked, lapsesOn, today } from './studentAccess.ts'
import { namesOf, subjectOf, takes } from './takenSubjects.ts'

export function timetable(world: World, enrollment: Enrollment): Expected {
  const lessons = world.blocks.filter(
    ({ course_id, course_subject_id }) =>
      course_id === enrollment.course_id &&
      course_subject_id !== null &&
      takes(world, enrollment, course_subject_id),
  )
  return shows(
    lessons.map(({ course_subject_id }) => {
      const subject = subjectOf(world, course_subject_id)
      return [subject?.name, namesOf(world, subject?.employee_id).short, courseOf(world, enrollment)]
    }),
  )
}

export const eventsOf = (world: World, enrollment: Enrollment) =>
  world.events.filter(
    (event) =>
      (event.course_id === enrollment.course_id &&
        (event.course_subject_id === null || takes(world, enrollment, event.course_subject_id))) ||
      (event.course_id === null &&
        event.establishment_id === enrollment.establishment_id &&
        event.day < lapsesOn(enrollment)),
  )

export const dayOf = ({ date = '' }: Fields) => date.split('/').reverse().join('-')

export function diary(world: World, enrollment: Enrollment, first: string, last: string): Expected {
  const events = eventsOf(world, enrollment).filter(({ day }) => first <= day && day <= last)
  return shows(
    events.map(({ id, title, description, content, document_id, course_id, course_subject_id }) => [
      [id, title, description, content, document_id, subjectOf(world, course_subject_id)?.name],
      course_id && courseOf(world, enrollment),
    ]),
  )
}

export const closuresOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.closures.filter(
    (row) => row.establishment_id === establishment_id && row.starts_on.startsWith(`${year}-`),
  )

/**
 * The expected calendar file, with the classes and events of the enrollment's year. In the oracle, the field `secret`
 * holds the student's id; `askerOf` replaces it by the secret of the parent's feed.
 */
export function calendarFile(world: World, parent_id: number, { secret }: Fields): Expected {
  const student_id = Number(secret)
  const enrollment = isLinked(world, parent_id, student_id) ? enrollmentOf(world, student_id) : undefined
  if (!enrollment || today() >= lapsesOn(enrollment)) return NOT_FOUND
  const { year } = enrollment
  const events = eventsOf(world, enrollment).filter(
    ({ day }) => `${year}-01-01` <= day && day < `${year + 1}-03-01`,
  )
  const subjects = world.blocks
    .filter(({ course_id }) => course_id === enrollment.course_id)
    .flatMap(({ course_subject_id }) => subjectOf(world, course_subject_id) ?? [])
    .filter(({ id }) => takes(world, enrollment, id))
  return shows(
    [student_id, courseOf(world, enrollment)],
    subjects.map(({ id, name, employee_id }) => [id, name, namesOf(world, employee_id).short]),
    events.map(({ id, title, description, content, course_subject_id }) => [
      [id, title, description, content, subjectOf(world, course_subject_id)?.name],
    ]),
  )
}
