import { api, type CallName } from '@apoderados/contract/calls/api'
import { addDays } from '@apoderados/contract/values/days'
import {
  closuresOf,
  expectedCalendarFile,
  expectedDiary,
  expectedTimetable,
  requestedDay,
} from './expectedAgenda.ts'
import { expectedDocument, expectedFamilyOverview, expectedNews, expectedNotices } from './expectedFamily.ts'
import { expectedAverages, expectedPeriodMarks, expectedQualifications, periodsOf } from './expectedGrades.ts'
import {
  expectedCertificate,
  expectedClassmates,
  expectedPhoto,
  expectedPrivacy,
  expectedProfile,
  guardiansOf,
} from './expectedPeople.ts'
import {
  type ExpectedResponse,
  notFoundResponse,
  type RequestFields,
  respondWith,
} from './expectedResponse.ts'
import { EVENT_DAY, type Fixture } from './oracleRows.ts'
import { courseTextsOf, type Enrollment, enrollmentOf, isLinked, studentsOf } from './studentAccess.ts'
import { findSubject, teacherNamesOf } from './takenSubjects.ts'

/*
 * This module computes from the rows of a `Fixture` what a parent may see, by the rules of the specification (§7, R1,
 * R2). It neither uses nor copies the server's queries, so that a mistake in a query is not repeated here.
 */

function expectedObservations(fixture: Fixture, enrollment: Enrollment): ExpectedResponse {
  const own = fixture.observations.filter((row) => row.enrollment_id === enrollment.id)
  return respondWith(
    own.map(({ id, description, observation, employee_id, course_subject_id }) => [
      [id, description, observation, teacherNamesOf(fixture, employee_id).whole],
      [findSubject(fixture, course_subject_id)?.name, courseTextsOf(fixture, enrollment)],
    ]),
  )
}

/** The functions that compute the expected responses to the reads of one student, to whom the parent has an open link. */
const studentReads: Partial<
  Record<
    CallName,
    (fixture: Fixture, enrollment: Enrollment, fields: RequestFields, parent_id: number) => ExpectedResponse
  >
> = {
  countDiaryEvents: () => respondWith(),
  getDiaryEvents: (fixture, enrollment, fields) =>
    expectedDiary(fixture, enrollment, requestedDay(fields), requestedDay(fields)),
  getUpcomingEvents: (fixture, enrollment, fields) =>
    expectedDiary(fixture, enrollment, requestedDay(fields), addDays(requestedDay(fields), 20)),
  getCalendar: expectedTimetable,
  getCalendarFeed: () => respondWith(),
  getCertificates: () => respondWith(),
  getCertificate: expectedCertificate,
  getCalendarDays: (fixture, enrollment) =>
    respondWith(closuresOf(fixture, enrollment).map(({ name }) => name)),
  getSubPeriods: (fixture, enrollment) =>
    respondWith(periodsOf(fixture, enrollment).map(({ id, name }) => [id, name])),
  getPeriodQualifications: expectedAverages,
  getPeriodQualificationsBySubject: expectedQualifications,
  getPeriodMarks: expectedPeriodMarks,
  getObservations: expectedObservations,
  getArrears: (fixture, enrollment) =>
    respondWith(
      fixture.arrears
        .filter((row) => row.enrollment_id === enrollment.id)
        .map(({ id, observation }) => [id, observation]),
    ),
  getAttendanceDays: () => respondWith(),
  getExcuses: (fixture, enrollment, _, parent_id) =>
    respondWith(
      fixture.excuses
        .filter((row) => row.enrollment_id === enrollment.id)
        .map(({ id, text, attachment_name, parent_id: sender_id }) => {
          const sender = fixture.parents.find((row) => row.id === sender_id)
          const decision = fixture.excuseDecisions.find(({ excuse_id }) => excuse_id === id)
          const own = sender_id === parent_id && [text, attachment_name]
          return [[id, sender?.name, sender?.last_name, decision?.explanation], own]
        }),
    ),
  getClassmates: (fixture, enrollment, _, parent_id) => expectedClassmates(fixture, enrollment, parent_id),
}

/** True for a read that needs no session, because its URL authorizes it by a signature or a secret (R27). */
export const isAuthorizedByUrl = (name: CallName) => !api[name].needsSession

/** The functions that compute the expected responses to the reads whose request names no student. */
const parentReads: Partial<
  Record<CallName, (fixture: Fixture, parent_id: number, fields: RequestFields) => ExpectedResponse>
> = {
  getProfile: expectedProfile,
  getFamilyOverview: expectedFamilyOverview,
  getNews: expectedNews,
  getNotices: expectedNotices,
  getNotificationSettings: (fixture, parent_id) =>
    respondWith(studentsOf(fixture, parent_id).map(({ id }) => id)),
  getSessions: () => respondWith([]),
  getPasskeys: () => respondWith([]),
  getPrivacy: expectedPrivacy,
  getContactReaders: () => respondWith(),
  // What was read has no text: the guardians of the student are named, and nothing else.
  getRecordReads: (fixture, parent_id, { student_id }) =>
    isLinked(fixture, parent_id, Number(student_id))
      ? respondWith(guardiansOf(fixture, Number(student_id)))
      : notFoundResponse,
  getDocument: expectedDocument,
  getPhoto: expectedPhoto,
  getCalendarFile: expectedCalendarFile,
}

/** Returns the expected response to a read that a parent with a session sends. */
export function computeExpectedResponse(
  fixture: Fixture,
  parent_id: number,
  name: CallName,
  fields: RequestFields,
): ExpectedResponse {
  const parent = fixture.parents.find(({ id }) => id === parent_id)
  if (!parent?.is_active)
    return isAuthorizedByUrl(name) ? notFoundResponse : { status: 401, markers: new Set() }
  const own = parentReads[name]
  if (own) return own(fixture, parent_id, fields)
  const student_id = Number(fields.student_id)
  if (!isLinked(fixture, parent_id, student_id)) return notFoundResponse
  const enrollment = enrollmentOf(fixture, student_id)
  const respond = studentReads[name]
  if (!respond) throw new Error(`the oracle does not know ${name}`)
  if (!enrollment) return name === 'getCertificate' ? notFoundResponse : respondWith()
  return respond(fixture, enrollment, fields, parent_id)
}

/** `EVENT_DAY` in the form of requests, such as '17/08/2026'. */
export const EVENT_DAY_IN_REQUESTS = EVENT_DAY.split('-').reverse().join('/')
