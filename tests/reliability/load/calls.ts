import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { FamilySession, LoadSchool } from './loadSchool.ts'

/** The GET calls with their shares in percent: a parent opens the app, reads grades and the next days. */
const CALL_SHARES: [number, (family: FamilySession, school: LoadSchool) => string | null][] = [
  [20, () => `${BASE_PATH}/auth/profile`],
  [10, ({ student_id }) => pathWith('/diaries/count_events', { student_id, ...monthQuery() })],
  [10, ({ student_id }) => pathWith('/diaries/events', { student_id, date: dayText(15) })],
  [8, ({ student_id }) => pathWith('/calendar', { student_id })],
  [10, ({ student_id }) => pathWith('/qualifications/sub_periods', { student_id })],
  [14, (family) => pathWith('/qualifications/period_qualifications/', periodQuery(family))],
  [
    10,
    (family) =>
      pathWith('/qualifications/period_qualifications_by_subject/', {
        ...periodQuery(family),
        ...subjectQuery(family),
      }),
  ],
  [6, ({ student_id }) => pathWith('/observations', { student_id })],
  [5, ({ student_id }) => pathWith('/arrears', { student_id })],
  [3, ({ student_id }) => pathWith('/courses/classmates', { student_id })],
  [3, ({ photo_id, school, session_id }, { links }) => links.photo(photo_id, session_id, school)],
  [1, ({ document_id }) => (document_id === null ? null : `${BASE_PATH}/documents/${document_id}`)],
]

const pathWith = (path: string, query: Record<string, string | number>) =>
  `${BASE_PATH}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
const periodQuery = ({ student_id, sub_period_id }: FamilySession) => ({
  student_id,
  establishment_sub_period_id: sub_period_id,
})
const subjectQuery = ({ course_subject_id }: FamilySession) => ({ course_subject_id })

/** Returns a day of the current month such as '15/11/2026'. */
function dayText(number: number): string {
  const now = new Date()
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(number)}/${twoDigits(now.getMonth() + 1)}/${now.getFullYear()}`
}
const monthQuery = () => ({ date_start: dayText(1), date_end: dayText(28) })

/** Returns the end of a GET request, after its path: the version, and header fields that browsers send. */
const requestEnd = (jwt: string) =>
  `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${jwt}\r\nAccept: application/json\r\n` +
  'Accept-Encoding: gzip, deflate, br\r\n\r\n'

const pickRandom = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

/**
 * Returns a function that picks a random GET call of a random family, in the proportions of CALL_SHARES. All requests
 * are built in advance, because the load generator shares the machine with the server.
 */
export function createReadMix(school: LoadSchool): () => Buffer {
  const profile = `${BASE_PATH}/auth/profile`
  const callsByFamily = school.families.map((family) => {
    const headers = requestEnd(family.jwt)
    return CALL_SHARES.map(([, pathOf]) =>
      Buffer.from(`GET ${pathOf(family, school) ?? profile} ${headers}`, 'latin1'),
    )
  })
  const kinds = CALL_SHARES.flatMap(([share], kind) => Array.from({ length: share }, () => kind))
  return () => pickRandom(callsByFamily)[pickRandom(kinds)] as Buffer
}

/** Returns a function that makes the sign-in of one parent after the other, with the right password. */
export function createSignInMix({ emails, password }: LoadSchool): () => string {
  let number = 0
  return () => {
    const email = emails[number++ % emails.length]
    const body = JSON.stringify({ email, password })
    return (
      `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    )
  }
}
