import { api, type CallName } from '@apoderados/contract/calls/api'
import { addDays } from '@apoderados/contract/values/days'
import {
  closuresOf,
  expectedCalendarFile,
  expectedDiary,
  expectedTimetable,
  requestedDay,
} from './expectedAgenda.ts'
import { answerWith, type ExpectedAnswer, notFoundAnswer, type RequestFields } from './expectedAnswer.ts'
import { expectedDocument, expectedFamilyOverview, expectedNews } from './expectedFamily.ts'
import { expectedAverages, expectedPeriodMarks, expectedQualifications, periodsOf } from './expectedGrades.ts'
import { expectedClassmates, expectedPhoto, expectedProfile } from './expectedPeople.ts'
import { EVENT_DAY, type World } from './oracleRows.ts'
import { courseTextsOf, type Enrollment, enrollmentOf, isLinked, studentsOf } from './studentAccess.ts'
import { findSubject, teacherNamesOf } from './takenSubjects.ts'

/*
 * This module computes from the rows of a `World` what a parent may see, by the rules of the specification (§7, R1,
 * R2). It neither uses nor copies the server's queries, so that a mistake in a query is not repeated here.
 */

function expectedObservations(world: World, enrollment: Enrollment): ExpectedAnswer {
  const own = world.observations.filter((row) => row.enrollment_id === enrollment.id)
  return answerWith(
    own.map(({ id, description, observation, employee_id, course_subject_id }) => [
      [id, description, observation, teacherNamesOf(world, employee_id).whole],
      [findSubject(world, course_subject_id)?.name, courseTextsOf(world, enrollment)],
    ]),
  )
}

/** The functions that compute the expected answers to the reads of one student, to whom the parent has an open link. */
const studentReads: Partial<
  Record<
    CallName,
    (world: World, enrollment: Enrollment, fields: RequestFields, parent_id: number) => ExpectedAnswer
  >
> = {
  countDiaryEvents: () => answerWith(),
  getDiaryEvents: (world, enrollment, fields) =>
    expectedDiary(world, enrollment, requestedDay(fields), requestedDay(fields)),
  getUpcomingEvents: (world, enrollment, fields) =>
    expectedDiary(world, enrollment, requestedDay(fields), addDays(requestedDay(fields), 20)),
  getCalendar: expectedTimetable,
  getCalendarFeed: () => answerWith(),
  getCalendarDays: (world, enrollment) => answerWith(closuresOf(world, enrollment).map(({ name }) => name)),
  getSubPeriods: (world, enrollment) =>
    answerWith(periodsOf(world, enrollment).map(({ id, name }) => [id, name])),
  getPeriodQualifications: expectedAverages,
  getPeriodQualificationsBySubject: expectedQualifications,
  getPeriodMarks: expectedPeriodMarks,
  getObservations: expectedObservations,
  getArrears: (world, enrollment) =>
    answerWith(
      world.arrears
        .filter((row) => row.enrollment_id === enrollment.id)
        .map(({ id, observation }) => [id, observation]),
    ),
  getAttendanceDays: () => answerWith(),
  getClassmates: (world, enrollment, _, parent_id) => expectedClassmates(world, enrollment, parent_id),
}

/** True for a read that needs no session, because its URL authorizes it by a signature or a secret (R27). */
export const isAuthorizedByUrl = (name: CallName) => !api[name].needsSession

/** The functions that compute the expected answers to the reads whose request names no student. */
const parentReads: Partial<
  Record<CallName, (world: World, parent_id: number, fields: RequestFields) => ExpectedAnswer>
> = {
  getProfile: expectedProfile,
  getFamilyOverview: expectedFamilyOverview,
  getNews: expectedNews,
  getNotificationSettings: (world, parent_id) => answerWith(studentsOf(world, parent_id).map(({ id }) => id)),
  getDocument: expectedDocument,
  getPhoto: expectedPhoto,
  getCalendarFile: expectedCalendarFile,
}

/** Returns the expected answer to a read that a parent with a session sends. */
export function computeExpectedAnswer(
  world: World,
  parent_id: number,
  name: CallName,
  fields: RequestFields,
): ExpectedAnswer {
  const parent = world.parents.find(({ id }) => id === parent_id)
  if (!parent?.is_active)
    return isAuthorizedByUrl(name) ? notFoundAnswer : { status: 401, markers: new Set() }
  const own = parentReads[name]
  if (own) return own(world, parent_id, fields)
  const student_id = Number(fields.student_id)
  if (!isLinked(world, parent_id, student_id)) return notFoundAnswer
  const enrollment = enrollmentOf(world, student_id)
  const answer = studentReads[name]
  if (!answer) throw new Error(`the oracle does not know ${name}`)
  return enrollment ? answer(world, enrollment, fields, parent_id) : answerWith()
}

/** `EVENT_DAY` in the form of requests, such as '17/08/2026'. */
export const EVENT_DAY_IN_REQUESTS = EVENT_DAY.split('-').reverse().join('/')
