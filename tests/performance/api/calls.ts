import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Services } from '@apoderados/server/services'
import {
  classDays,
  courseOf,
  DOCUMENT,
  fileId,
  PHOTO,
  parentsOf,
  periodOf,
  SESSION,
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
  status?: 401 | 404
  /**
   * The least ratio of the call's rate to that of the bare server: 0.20 without database, otherwise 0.10
   * (docs/performance.md).
   */
  ofHello: number
  hasDatabase: boolean
  /** True if the call names no student and reads the schools of all the parent's children. */
  isOfAllChildren?: true
  /** True if the call stops at the first school with a result. */
  stopsAtFirst?: true
}

/** Enough sessions to stay below the limit of calls per session, and to defeat the database's caches. */
export const CALLERS = 2_048

/** Returns parents spread over all schools. */
export const callersOf = (students: number): Caller[] =>
  Array.from({ length: CALLERS }, (_, index) => {
    const student = (students > CALLERS ? Math.floor((index * students) / CALLERS) : index % students) + 1
    const parent_id = parentsOf(student)[Math.floor(index / students) % 2] as number
    return { student, parent_id, session_id: fileId(SESSION, index + 1) }
  })

const dayOf = (index: number) => (classDays[index] as string).split('-').reverse().join('/')
const ofStudent = (path: string, extraQuery: (student: number) => string = () => '') => ({
  path: ({ student }: Caller) => `${BASE_PATH}${path}?student_id=${student}${extraQuery(student)}`,
  ofHello: 0.1,
  hasDatabase: true,
})
const inPeriod = (student: number) => `&establishment_sub_period_id=${periodOf(schoolOf(student), 1)}`
const inSubject = (student: number) => `&course_subject_id=${subjectOf(courseOf(student), 2)}`
const EVENTS_OF_COURSE = 60

/**
 * All GET calls of the API but `getCalendarFile`, whose limit per address a benchmark exceeds, and requests that are
 * answered without the database.
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
    ...ofStudent('/diaries/count_events', () => `&date_start=01/04/${YEAR}&date_end=30/04/${YEAR}`),
  },
  {
    name: 'getDiaryEvents',
    ...ofStudent('/diaries/events', (student) => `&date=${dayOf((student % 25) * 6)}`),
  },
  {
    name: 'getUpcomingEvents',
    ...ofStudent('/diaries/upcoming', (student) => `&date=${dayOf((student % 25) * 6)}`),
  },
  { name: 'getCalendar', ...ofStudent('/calendar') },
  { name: 'getCalendarDays', ...ofStudent('/calendar/days') },
  { name: 'getCalendarFeed', ...ofStudent('/calendar/feed') },
  { name: 'getSubPeriods', ...ofStudent('/qualifications/sub_periods') },
  { name: 'getPeriodQualifications', ...ofStudent('/qualifications/period_qualifications/', inPeriod) },
  {
    name: 'getPeriodQualificationsBySubject',
    ...ofStudent(
      '/qualifications/period_qualifications_by_subject/',
      (student) => inPeriod(student) + inSubject(student),
    ),
  },
  { name: 'getPeriodMarks', ...ofStudent('/qualifications/period_marks', inPeriod) },
  { name: 'getObservations', ...ofStudent('/observations') },
  { name: 'getArrears', ...ofStudent('/arrears') },
  { name: 'getAttendanceDays', ...ofStudent('/attendance/days') },
  { name: 'getClassmates', ...ofStudent('/courses/classmates'), ofHello: 0.04 },
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
    path: ({ student }) => `${BASE_PATH}/students/overview?date=${dayOf((student % 25) * 6)}`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
  },
  {
    name: 'getDocument',
    path: ({ student }) =>
      `${BASE_PATH}/documents/${fileId(DOCUMENT, (courseOf(student) - 1) * EVENTS_OF_COURSE + 1)}`,
    ofHello: 0.1,
    hasDatabase: true,
    isOfAllChildren: true,
    stopsAtFirst: true,
  },
  {
    name: 'getPhoto',
    path: ({ student, session_id }, { links }) =>
      links.photo(fileId(PHOTO, student), session_id, schoolOf(student)) ?? '',
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

/** Returns the calls whose names contain `text`. @throws if there is none */
export function callsNamed(text: string): Call[] {
  const matches = calls.filter(({ name }) => name.includes(text))
  if (matches.length === 0) throw new Error(`--only knows ${calls.map(({ name }) => name).join(', ')}`)
  return matches
}
