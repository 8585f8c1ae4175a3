import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Services } from '@apoderados/server/services'
import {
  classDays,
  courseOf,
  DOCUMENT_KIND,
  hexId,
  PHOTO_KIND,
  parentsOf,
  periodOf,
  SESSION_KIND,
  schoolOf,
  subjectOf,
  YEAR,
} from './seed/benchmarkNumbers.ts'

/** A parent with a session, and one of the parent's students. */
export type Caller = { student: number; parent_id: number; session_id: string }
export type Call = {
  name: string
  path: (caller: Caller, services: Services) => string
  hasToken?: false
  /** The expected status, 200 by default. */
  status?: 401 | 404
  /**
   * The least ratio of the call's rate to that of the bare server: 0.20 without database, otherwise 0.10, and 0.04 for
   * the class list (docs/performance.md).
   */
  ofHello: number
  hasDatabase: boolean
  /** True if the call names no student and reads the schools of all the parent's children. */
  isOfAllChildren?: true
  /** True if the call stops at the first school with a result. */
  stopsAtFirst?: true
}

/**
 * The number of callers, each with a session: enough that none reaches its limit of calls, and that the database cannot
 * cache all rows.
 */
export const CALLER_COUNT = 2_048

/** Returns `CALLER_COUNT` callers, spread over the schools of `students` students. */
export const createCallers = (students: number): Caller[] =>
  Array.from({ length: CALLER_COUNT }, (_, index) => {
    const student =
      (students > CALLER_COUNT ? Math.floor((index * students) / CALLER_COUNT) : index % students) + 1
    const parent_id = parentsOf(student)[Math.floor(index / students) % 2] as number
    return { student, parent_id, session_id: hexId(SESSION_KIND, index + 1) }
  })

const wireClassDay = (index: number) => (classDays[index] as string).split('-').reverse().join('/')
const studentCall = (path: string, extraQuery: (student: number) => string = () => '') => ({
  path: ({ student }: Caller) => `${BASE_PATH}${path}?student_id=${student}${extraQuery(student)}`,
  ofHello: 0.1,
  hasDatabase: true,
})
const periodQuery = (student: number) => `&establishment_sub_period_id=${periodOf(schoolOf(student), 1)}`
const subjectQuery = (student: number) => `&course_subject_id=${subjectOf(courseOf(student), 2)}`
const EVENTS_PER_COURSE = 60

/**
 * The measured requests: all GET calls of the API except `getCalendarFile`, whose limit per address a benchmark would
 * exceed, and four requests that the server answers without the database.
 */
export const calls: Call[] = [
  {
    name: 'getProfile',
    path: () => `${BASE_PATH}/auth/profile`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
  },
  {
    name: 'countDiaryEvents',
    ...studentCall('/diaries/count_events', () => `&date_start=01/04/${YEAR}&date_end=30/04/${YEAR}`),
  },
  {
    name: 'getDiaryEvents',
    ...studentCall('/diaries/events', (student) => `&date=${wireClassDay((student % 25) * 6)}`),
  },
  {
    name: 'getUpcomingEvents',
    ...studentCall('/diaries/upcoming', (student) => `&date=${wireClassDay((student % 25) * 6)}`),
  },
  { name: 'getCalendar', ...studentCall('/calendar') },
  { name: 'getCalendarDays', ...studentCall('/calendar/days') },
  { name: 'getCalendarFeed', ...studentCall('/calendar/feed') },
  { name: 'getSubPeriods', ...studentCall('/qualifications/sub_periods') },
  { name: 'getPeriodQualifications', ...studentCall('/qualifications/period_qualifications/', periodQuery) },
  {
    name: 'getPeriodQualificationsBySubject',
    ...studentCall(
      '/qualifications/period_qualifications_by_subject/',
      (student) => periodQuery(student) + subjectQuery(student),
    ),
  },
  { name: 'getPeriodMarks', ...studentCall('/qualifications/period_marks', periodQuery) },
  { name: 'getObservations', ...studentCall('/observations') },
  { name: 'getArrears', ...studentCall('/arrears') },
  { name: 'getAttendanceDays', ...studentCall('/attendance/days') },
  { name: 'getClassmates', ...studentCall('/courses/classmates'), ofHello: 0.04 },
  {
    name: 'getNews',
    path: () => `${BASE_PATH}/news`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
  },
  {
    name: 'getNotificationSettings',
    path: () => `${BASE_PATH}/notifications`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
  },
  {
    name: 'getFamilyOverview',
    path: ({ student }) => `${BASE_PATH}/students/overview?date=${wireClassDay((student % 25) * 6)}`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
  },
  {
    name: 'getDocument',
    path: ({ student }) =>
      `${BASE_PATH}/documents/${hexId(DOCUMENT_KIND, (courseOf(student) - 1) * EVENTS_PER_COURSE + 1)}`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
    stopsAtFirst: true,
  },
  {
    name: 'getPhoto',
    path: ({ student, session_id }, { links }) =>
      links.photo(hexId(PHOTO_KIND, student), session_id, schoolOf(student)) ?? '',
    hasToken: false,
    ofHello: 0.1,
    hasDatabase: true,
  },
  { name: 'page /login', path: () => '/login', hasToken: false, ofHello: 0.2, hasDatabase: false },
  { name: 'healthz', path: () => '/healthz', hasToken: false, ofHello: 0.2, hasDatabase: false },
  {
    name: 'no session',
    path: () => `${BASE_PATH}/auth/profile`,
    hasToken: false,
    status: 401,
    ofHello: 0.2,
    hasDatabase: false,
  },
  {
    name: 'no such call',
    path: () => `${BASE_PATH}/nothing`,
    hasToken: false,
    status: 404,
    ofHello: 0.2,
    hasDatabase: false,
  },
]

/** Returns the calls whose names contain one of the comma-separated `texts`. @throws if there is none */
export function callsNamed(texts: string): Call[] {
  const matches = calls.filter(({ name }) => texts.split(',').some((text) => name.includes(text)))
  if (matches.length === 0) throw new Error(`--only knows ${calls.map(({ name }) => name).join(', ')}`)
  return matches
}
