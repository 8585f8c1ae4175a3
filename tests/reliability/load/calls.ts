import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Family, LoadSchool } from './school.ts'

/** The weights of the GET calls in percent: a parent opens the app, reads grades and the next days. */
const CALL_SHARES: [number, (family: Family, school: LoadSchool) => string | null][] = [
  [20, () => `${BASE_PATH}/auth/profile`],
  [10, ({ student_id }) => pathWith('/diaries/count_events', { student_id, ...month() })],
  [10, ({ student_id }) => pathWith('/diaries/events', { student_id, date: day(15) })],
  [8, ({ student_id }) => pathWith('/calendar', { student_id })],
  [10, ({ student_id }) => pathWith('/qualifications/sub_periods', { student_id })],
  [14, (family) => pathWith('/qualifications/period_qualifications/', period(family))],
  [
    10,
    (family) =>
      pathWith('/qualifications/period_qualifications_by_subject/', {
        ...period(family),
        ...subject(family),
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
const period = ({ student_id, sub_period_id }: Family) => ({
  student_id,
  establishment_sub_period_id: sub_period_id,
})
const subject = ({ course_subject_id }: Family) => ({ course_subject_id })

/** Returns a day of the current month such as '15/11/2026'. */
function day(number: number): string {
  const now = new Date()
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(number)}/${twoDigits(now.getMonth() + 1)}/${now.getFullYear()}`
}
const month = () => ({ date_start: day(1), date_end: day(28) })

/** The header fields that browsers send. */
const headersOf = (jwt: string) =>
  `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${jwt}\r\nAccept: application/json\r\n` +
  'Accept-Encoding: gzip, deflate, br\r\n\r\n'

const pickRandom = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

/**
 * Returns a random GET call of a random family, in the proportions of CALL_SHARES. All requests are built in advance,
 * because the generator shares the machine with the server.
 */
export function mixOfReads(school: LoadSchool): () => Buffer {
  const profile = `${BASE_PATH}/auth/profile`
  const callsByFamily = school.families.map((family) => {
    const headers = headersOf(family.jwt)
    return CALL_SHARES.map(([, pathOf]) =>
      Buffer.from(`GET ${pathOf(family, school) ?? profile} ${headers}`, 'latin1'),
    )
  })
  const kinds = CALL_SHARES.flatMap(([share], kind) => Array.from({ length: share }, () => kind))
  return () => pickRandom(callsByFamily)[pickRandom(kinds)] as Buffer
}

/** Returns sign-ins of one parent after the other, with the right password. */
export function signIns({ emails, password }: LoadSchool): () => string {
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
