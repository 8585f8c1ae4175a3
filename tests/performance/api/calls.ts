import { BASE_PATH } from '@apoderados/contract/call'
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
} from './benchmarkNumbers.ts'

/** One parent with a session of their own, and the student whom they ask about. */
export type Asker = { student: number; parent_id: number; session_id: string }
export type Call = {
  name: string
  path: (asker: Asker, services: Services) => string
  hasToken?: false
  status?: 401 | 404
  /** Least requests per second against those of hello: 0.20 without database, else 0.10 (docs/performance.md). */
  ofHello: number
  hasDatabase: boolean
  /** It names no student: the schools of all the parent's children are read. */
  isOfAllChildren?: true
  /** It stops at the first school that has what it looks for. */
  stopsAtFirst?: true
}

/** As many as hold the limit of calls of a session away, and the caches of the database honest. */
export const ASKERS = 2_048

/** Spread over all schools. */
export const askersOf = (students: number): Asker[] =>
  Array.from({ length: ASKERS }, (_, index) => {
    const student = (students > ASKERS ? Math.floor((index * students) / ASKERS) : index % students) + 1
    const parent_id = parentsOf(student)[Math.floor(index / students) % 2] as number
    return { student, parent_id, session_id: fileId(SESSION, index + 1) }
  })

const dayOf = (index: number) => (classDays[index] as string).split('-').reverse().join('/')
const ofStudent = (path: string, more: (student: number) => string = () => '') => ({
  path: ({ student }: Asker) => `${BASE_PATH}${path}?student_id=${student}${more(student)}`,
  ofHello: 0.1,
  hasDatabase: true,
})
const inPeriod = (student: number) => `&establishment_sub_period_id=${periodOf(schoolOf(student), 1)}`
const inSubject = (student: number) => `&course_subject_id=${subjectOf(courseOf(student), 2)}`
const EVENTS_OF_COURSE = 60

/** Every GET of the table, and what is answered without a look at the database. */
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
  { name: 'getSubPeriods', ...ofStudent('/qualifications/sub_periods') },
  { name: 'getPeriodQualifications', ...ofStudent('/qualifications/period_qualifications/', inPeriod) },
  {
    name: 'getPeriodQualificationsBySubject',
    ...ofStudent(
      '/qualifications/period_qualifications_by_subject/',
      (student) => inPeriod(student) + inSubject(student),
    ),
  },
  { name: 'getObservations', ...ofStudent('/observations') },
  { name: 'getArrears', ...ofStudent('/arrears') },
  { name: 'getClassmates', ...ofStudent('/courses/classmates'), ofHello: 0.04 },
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

/** Those whose names hold `words`. @throws when there are none */
export function callsNamed(words: string): Call[] {
  const named = calls.filter(({ name }) => name.includes(words))
  if (named.length === 0) throw new Error(`--only knows ${calls.map(({ name }) => name).join(', ')}`)
  return named
}
