import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import { eventsOf, expectedDiary, requestedDay } from './expectedAgenda.ts'
import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import type { Fixture, Row } from './oracleRows.ts'
import { type Enrollment, enrollmentOf, lapsesOn, studentsOf, todayInChile } from './studentAccess.ts'
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

/** True if a notice is for the family of the student with this enrollment, now. */
const isNoticeFor = (
  { audience, establishment_id, course_ids, student_ids }: Row<'notices'>,
  enrollment: Enrollment | undefined,
): boolean => {
  if (
    !enrollment ||
    enrollment.establishment_id !== establishment_id ||
    todayInChile() >= lapsesOn(enrollment)
  )
    return false
  if (audience === 'school') return true
  return audience === 'families'
    ? student_ids.includes(enrollment.student_id)
    : course_ids.includes(enrollment.course_id)
}

/** The notices that the parent sees, each with the parent's students whom it is for. */
const noticesOf = (fixture: Fixture, parent_id: number) =>
  fixture.notices.flatMap((notice) => {
    const students = studentsOf(fixture, parent_id).filter(({ id }) =>
      isNoticeFor(notice, enrollmentOf(fixture, id)),
    )
    return students.length > 0 ? [{ notice, students }] : []
  })

export function expectedNotices(fixture: Fixture, parent_id: number): ExpectedResponse {
  return respondWith(
    noticesOf(fixture, parent_id).map(({ notice, students }) => {
      const files = fixture.noticeFiles.filter(({ notice_id }) => notice_id === notice.id)
      const courses = fixture.courses.filter(({ id }) => notice.course_ids.includes(id))
      return [
        [notice.id, notice.establishment_id, notice.title, notice.body, students.map(({ id }) => id)],
        [
          files.map(({ file_id, name }) => [file_id, name]),
          courses.map(({ name, letter }) => [name, letter]),
        ],
      ]
    }),
  )
}

/** The expected news: the changes of the parent's students, of their courses and of their schools. */
export function expectedNews(fixture: Fixture, parent_id: number): ExpectedResponse {
  return respondWith(
    studentsOf(fixture, parent_id).map((student) => {
      const enrollment = enrollmentOf(fixture, student.id)
      const concerned = fixture.changes.filter(
        ({ establishment_id, enrollment_id, course_id, course_subject_id, kind, item }) => {
          const notice = fixture.notices.find(({ id }) => kind === 'notice' && String(id) === item)
          if (notice) return isNoticeFor(notice, enrollment)
          return enrollment_id === null
            ? (course_id === null && establishment_id === student.establishment_id) ||
                (enrollment !== undefined &&
                  course_id === enrollment.course_id &&
                  (course_subject_id === null || takesSubject(fixture, enrollment, course_subject_id)))
            : enrollment_id === enrollment?.id
        },
      )
      return concerned.map(({ id, kind, title, item, course_subject_id, known_value, new_value }) => [
        [id, student.id, title, course_subject_id, findSubject(fixture, course_subject_id)?.name],
        fixture.notices.find(({ id }) => kind === 'notice' && String(id) === item)?.title,
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
  if (event && isTheirs) return respondWith(event.document_id, event.document_name)
  const file = fixture.noticeFiles.find(({ file_id }) => file_id === id)
  const isOfNotice = noticesOf(fixture, parent_id).some(({ notice }) => notice.id === file?.notice_id)
  return file && isOfNotice ? respondWith(file.file_id, file.name) : notFoundResponse
}
