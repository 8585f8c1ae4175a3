import { api, type CallName } from '@apoderados/contract/calls/api'
import { addDays } from '@apoderados/contract/values/days'
import { calendarFile, closuresOf, dayOf, diary, timetable } from './expectedAgenda.ts'
import { type Expected, type Fields, NOT_FOUND, shows } from './expectedAnswer.ts'
import { document, familyOverview, news } from './expectedFamily.ts'
import { averages, periodMarks, periodsOf, qualifications } from './expectedGrades.ts'
import { classmates, photo, profile } from './expectedPeople.ts'
import { EVENT_DAY, type World } from './oracleRows.ts'
import { courseOf, type Enrollment, enrollmentOf, isLinked, studentsOf } from './studentAccess.ts'
import { namesOf, subjectOf } from './takenSubjects.ts'

/*
 * Computes from the rows what a parent may see, by the rules of the specification (§7, R1, R2). It neither uses nor
 * copies the server's queries, so that a mistake in a query is not repeated here.
 */

function observations(world: World, enrollment: Enrollment): Expected {
  const own = world.observations.filter((row) => row.enrollment_id === enrollment.id)
  return shows(
    own.map(({ id, description, observation, employee_id, course_subject_id }) => [
      [id, description, observation, namesOf(world, employee_id).whole],
      [subjectOf(world, course_subject_id)?.name, courseOf(world, enrollment)],
    ]),
  )
}

/** The expected answers to reads of one student, if the parent has an open link to the student. */
const studentReads: Partial<
  Record<CallName, (world: World, enrollment: Enrollment, fields: Fields, parent_id: number) => Expected>
> = {
  countDiaryEvents: () => shows(),
  getDiaryEvents: (world, enrollment, fields) => diary(world, enrollment, dayOf(fields), dayOf(fields)),
  getUpcomingEvents: (world, enrollment, fields) =>
    diary(world, enrollment, dayOf(fields), addDays(dayOf(fields), 20)),
  getCalendar: timetable,
  getCalendarFeed: () => shows(),
  getCalendarDays: (world, enrollment) => shows(closuresOf(world, enrollment).map(({ name }) => name)),
  getSubPeriods: (world, enrollment) => shows(periodsOf(world, enrollment).map(({ id, name }) => [id, name])),
  getPeriodQualifications: averages,
  getPeriodQualificationsBySubject: qualifications,
  getPeriodMarks: periodMarks,
  getObservations: observations,
  getArrears: (world, enrollment) =>
    shows(
      world.arrears
        .filter((row) => row.enrollment_id === enrollment.id)
        .map(({ id, observation }) => [id, observation]),
    ),
  getAttendanceDays: () => shows(),
  getClassmates: (world, enrollment, _, parent_id) => classmates(world, enrollment, parent_id),
}

/** True for a call that needs no session, because its URL authorizes it by a signature or a secret (R27). */
export const isAuthorizedByUrl = (name: CallName) => !api[name].needsSession

/** The expected answers to reads whose request names no student. */
const parentReads: Partial<Record<CallName, (world: World, parent_id: number, fields: Fields) => Expected>> =
  {
    getProfile: profile,
    getFamilyOverview: familyOverview,
    getNews: news,
    getNotificationSettings: (world, parent_id) => shows(studentsOf(world, parent_id).map(({ id }) => id)),
    getDocument: document,
    getPhoto: photo,
    getCalendarFile: calendarFile,
  }

/** Returns the expected answer to a parent with a session. */
export function expectedOf(world: World, parent_id: number, name: CallName, fields: Fields): Expected {
  const parent = world.parents.find(({ id }) => id === parent_id)
  if (!parent?.is_active) return isAuthorizedByUrl(name) ? NOT_FOUND : { status: 401, markers: new Set() }
  const own = parentReads[name]
  if (own) return own(world, parent_id, fields)
  const student_id = Number(fields.student_id)
  if (!isLinked(world, parent_id, student_id)) return NOT_FOUND
  const enrollment = enrollmentOf(world, student_id)
  const answer = studentReads[name]
  if (!answer) throw new Error(`the oracle does not know ${name}`)
  return enrollment ? answer(world, enrollment, fields, parent_id) : shows()
}

export const EVENT_DATE = EVENT_DAY.split('-').reverse().join('/')
