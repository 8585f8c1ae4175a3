import { answerWith, type ExpectedAnswer, notFoundAnswer, type RequestFields } from './expectedAnswer.ts'
import type { World } from './oracleRows.ts'
import {
  courseTextsOf,
  type Enrollment,
  enrollmentOf,
  isLinked,
  lapsesOn,
  todayInChile,
} from './studentAccess.ts'
import { findSubject, takesSubject, teacherNamesOf } from './takenSubjects.ts'

export function expectedTimetable(world: World, enrollment: Enrollment): ExpectedAnswer {
  const lessons = world.blocks.filter(
    ({ course_id, course_subject_id }) =>
      course_id === enrollment.course_id &&
      course_subject_id !== null &&
      takesSubject(world, enrollment, course_subject_id),
  )
  return answerWith(
    lessons.map(({ course_subject_id }) => {
      const subject = findSubject(world, course_subject_id)
      return [
        subject?.name,
        teacherNamesOf(world, subject?.employee_id).short,
        courseTextsOf(world, enrollment),
      ]
    }),
  )
}

export const eventsOf = (world: World, enrollment: Enrollment) =>
  world.events.filter(
    (event) =>
      (event.course_id === enrollment.course_id &&
        (event.course_subject_id === null || takesSubject(world, enrollment, event.course_subject_id))) ||
      (event.course_id === null &&
        event.establishment_id === enrollment.establishment_id &&
        event.day < lapsesOn(enrollment)),
  )

export const requestedDay = ({ date = '' }: RequestFields) => date.split('/').reverse().join('-')

export function expectedDiary(
  world: World,
  enrollment: Enrollment,
  first: string,
  last: string,
): ExpectedAnswer {
  const events = eventsOf(world, enrollment).filter(({ day }) => first <= day && day <= last)
  return answerWith(
    events.map(({ id, title, description, content, document_id, course_id, course_subject_id }) => [
      [id, title, description, content, document_id, findSubject(world, course_subject_id)?.name],
      course_id && courseTextsOf(world, enrollment),
    ]),
  )
}

export const closuresOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.closures.filter(
    (row) => row.establishment_id === establishment_id && row.starts_on.startsWith(`${year}-`),
  )

/**
 * The expected calendar file, with the enrollment's classes and its events from January to the next February. In the
 * oracle, the field `secret` contains the student's id; `askerOf` replaces it by the secret of the parent's feed.
 */
export function expectedCalendarFile(
  world: World,
  parent_id: number,
  { secret }: RequestFields,
): ExpectedAnswer {
  const student_id = Number(secret)
  const enrollment = isLinked(world, parent_id, student_id) ? enrollmentOf(world, student_id) : undefined
  if (!enrollment || todayInChile() >= lapsesOn(enrollment)) return notFoundAnswer
  const { year } = enrollment
  const events = eventsOf(world, enrollment).filter(
    ({ day }) => `${year}-01-01` <= day && day < `${year + 1}-03-01`,
  )
  const subjects = world.blocks
    .filter(({ course_id }) => course_id === enrollment.course_id)
    .flatMap(({ course_subject_id }) => findSubject(world, course_subject_id) ?? [])
    .filter(({ id }) => takesSubject(world, enrollment, id))
  return answerWith(
    [student_id, courseTextsOf(world, enrollment)],
    subjects.map(({ id, name, employee_id }) => [id, name, teacherNamesOf(world, employee_id).short]),
    events.map(({ id, title, description, content, course_subject_id }) => [
      [id, title, description, content, findSubject(world, course_subject_id)?.name],
    ]),
  )
}
