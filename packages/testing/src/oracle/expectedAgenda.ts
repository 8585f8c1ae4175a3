import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import type { Fixture } from './oracleRows.ts'
import {
  courseTextsOf,
  type Enrollment,
  enrollmentOf,
  isLinked,
  lapsesOn,
  todayInChile,
} from './studentAccess.ts'
import { findSubject, takesSubject, teacherNamesOf } from './takenSubjects.ts'

export function expectedTimetable(fixture: Fixture, enrollment: Enrollment): ExpectedResponse {
  const lessons = fixture.blocks.filter(
    ({ course_id, course_subject_id }) =>
      course_id === enrollment.course_id &&
      course_subject_id !== null &&
      takesSubject(fixture, enrollment, course_subject_id),
  )
  return respondWith(
    lessons.map(({ course_subject_id }) => {
      const subject = findSubject(fixture, course_subject_id)
      return [
        subject?.name,
        teacherNamesOf(fixture, subject?.employee_id).short,
        courseTextsOf(fixture, enrollment),
      ]
    }),
  )
}

export const eventsOf = (fixture: Fixture, enrollment: Enrollment) =>
  fixture.events.filter(
    (event) =>
      (event.course_id === enrollment.course_id &&
        (event.course_subject_id === null || takesSubject(fixture, enrollment, event.course_subject_id))) ||
      (event.course_id === null &&
        event.establishment_id === enrollment.establishment_id &&
        event.day < lapsesOn(enrollment)),
  )

export const requestedDay = ({ date = '' }: RequestFields) => date.split('/').reverse().join('-')

export function expectedDiary(
  fixture: Fixture,
  enrollment: Enrollment,
  first: string,
  last: string,
): ExpectedResponse {
  const events = eventsOf(fixture, enrollment).filter(({ day }) => first <= day && day <= last)
  return respondWith(
    events.map(({ id, title, description, content, document_id, course_id, course_subject_id }) => [
      [id, title, description, content, document_id, findSubject(fixture, course_subject_id)?.name],
      course_id && courseTextsOf(fixture, enrollment),
    ]),
  )
}

export const closuresOf = (fixture: Fixture, { establishment_id, year }: Enrollment) =>
  fixture.closures.filter(
    (row) => row.establishment_id === establishment_id && row.starts_on.startsWith(`${year}-`),
  )

/**
 * The expected calendar file, with the enrollment's classes and its events from January to the next February. In the
 * oracle, the field `secret` contains the student's id; `requesterOf` replaces it by the secret of the parent's feed.
 */
export function expectedCalendarFile(
  fixture: Fixture,
  parent_id: number,
  { secret }: RequestFields,
): ExpectedResponse {
  const student_id = Number(secret)
  const enrollment = isLinked(fixture, parent_id, student_id) ? enrollmentOf(fixture, student_id) : undefined
  if (!enrollment || todayInChile() >= lapsesOn(enrollment)) return notFoundResponse
  const { year } = enrollment
  const events = eventsOf(fixture, enrollment).filter(
    ({ day }) => `${year}-01-01` <= day && day < `${year + 1}-03-01`,
  )
  const subjects = fixture.blocks
    .filter(({ course_id }) => course_id === enrollment.course_id)
    .flatMap(({ course_subject_id }) => findSubject(fixture, course_subject_id) ?? [])
    .filter(({ id }) => takesSubject(fixture, enrollment, id))
  return respondWith(
    [student_id, courseTextsOf(fixture, enrollment)],
    subjects.map(({ id, name, employee_id }) => [id, name, teacherNamesOf(fixture, employee_id).short]),
    events.map(({ id, title, description, content, course_subject_id }) => [
      [id, title, description, content, findSubject(fixture, course_subject_id)?.name],
    ]),
  )
}
