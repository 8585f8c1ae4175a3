import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import { eventsOf, expectedDiary, requestedDay } from './expectedAgenda.ts'
import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import type { Fixture } from './oracleRows.ts'
import { enrollmentOf, studentsOf } from './studentAccess.ts'
import { findSubject, takesSubject } from './takenSubjects.ts'

/**
 * The expected overview: for every linked student, the events of the requested day and of the next one, and the classes
 * of the requested day.
 */
export function expectedFamilyOverview(
  fixture: Fixture,
  parent_id: number,
  fields: RequestFields,
): ExpectedResponse {
  const first = requestedDay(fields)
  const last = addDays(first, 1)
  const students = studentsOf(fixture, parent_id).map((student) => {
    const enrollment = enrollmentOf(fixture, student.id)
    if (!enrollment) return [student.id]
    const lessons = fixture.blocks.filter(
      ({ course_id, weekday, course_subject_id }) =>
        course_id === enrollment.course_id &&
        weekday === weekdayOf(first) &&
        course_subject_id !== null &&
        takesSubject(fixture, enrollment, course_subject_id),
    )
    const events = [...expectedDiary(fixture, enrollment, first, last).markers]
    return [
      [student.id, events, events.length > 0 && student.establishment_id],
      lessons.map(({ course_subject_id }) => findSubject(fixture, course_subject_id)?.name),
    ]
  })
  return respondWith(students)
}

/** The expected news: the changes of the parent's students, of their courses and of their schools. */
export function expectedNews(fixture: Fixture, parent_id: number): ExpectedResponse {
  return respondWith(
    studentsOf(fixture, parent_id).map((student) => {
      const enrollment = enrollmentOf(fixture, student.id)
      const concerned = fixture.changes.filter(
        ({ establishment_id, enrollment_id, course_id, course_subject_id }) =>
          enrollment_id === null
            ? (course_id === null && establishment_id === student.establishment_id) ||
              (enrollment !== undefined &&
                course_id === enrollment.course_id &&
                (course_subject_id === null || takesSubject(fixture, enrollment, course_subject_id)))
            : enrollment_id === enrollment?.id,
      )
      return concerned.map(({ id, kind, title, item, course_subject_id, known_value, new_value }) => [
        [id, student.id, title, course_subject_id, findSubject(fixture, course_subject_id)?.name],
        kind === 'grade' ? [item.split('/')[1], known_value, new_value] : item,
      ])
    }),
  )
}

export function expectedDocument(
  fixture: Fixture,
  parent_id: number,
  { id }: RequestFields,
): ExpectedResponse {
  const event = fixture.events.find(({ document_id }) => document_id === id)
  const isTheirs = studentsOf(fixture, parent_id).some((student) => {
    const enrollment = enrollmentOf(fixture, student.id)
    return enrollment && event && eventsOf(fixture, enrollment).includes(event)
  })
  return event && isTheirs ? respondWith(event.document_id, event.document_name) : notFoundResponse
}
