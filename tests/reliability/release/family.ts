import { DEMO_PASSWORD } from '@apoderados/school-data/demo/families'
import { type Call, send } from '@apoderados/tests-support/environment/call.ts'

/** The load is spread over this many sessions, so that none reaches its limit of calls. */
const SESSION_COUNT = 10
export const STUDENT_ID = 1
export const PARENT_EMAIL = 'apoderada@example.com'
/** The e-mail of another parent of the student, whose password changes. */
export const OTHER_PARENT_EMAIL = 'apoderado@example.com'
export const NEW_PASSWORD = 'una clave nueva 77'

/** Sends a call and returns the body of its response. @throws unless the status is 200 */
export async function sendOrThrow(url: string, call: Call): Promise<{ jwt?: string }> {
  const { status, body } = await send(url, call)
  if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status} ${body.message ?? ''}`)
  return body
}

export async function signIn(url: string, email: string, password: string = DEMO_PASSWORD): Promise<string> {
  const { jwt = '' } = await sendOrThrow(url, {
    method: 'POST',
    path: '/auth/login',
    body: { email, password },
  })
  return jwt
}

/** Signs in one after the other, because a sign-in counts as a failed one until its password is compared. */
export async function openSessions(url: string): Promise<string[]> {
  const jwts: string[] = []
  while (jwts.length < SESSION_COUNT) jwts.push(await signIn(url, PARENT_EMAIL))
  return jwts
}

const readPaths = [
  '/auth/profile',
  ...['arrears', 'observations', 'calendar', 'qualifications/sub_periods', 'courses/classmates'].map(
    (name) => `/${name}?student_id=${STUDENT_ID}`,
  ),
]

/** Sends the reads that both versions have, and returns their number. @throws if one fails */
export async function readPages(url: string, jwt: string): Promise<number> {
  for (const path of readPaths) await sendOrThrow(url, { method: 'GET', path, jwt })
  return readPaths.length
}

export const savePushToken = (url: string, jwt: string, token: string) =>
  sendOrThrow(url, { method: 'POST', path: '/auth/push_token', jwt, body: { token } })

/** Makes the calls that only the newer version has: settings of notifications, read news, a calendar's address. */
export async function sendNewCalls(url: string, jwt: string): Promise<void> {
  const students = [{ student_id: STUDENT_ID, kinds: { grade: false } }]
  const settings = { students, quiet_from: '22:00', quiet_until: '06:30', show_detail: true }
  await sendOrThrow(url, { method: 'POST', path: '/notifications', jwt, body: settings })
  const read = { student_id: STUDENT_ID, kind: null, until: new Date().toISOString() }
  await sendOrThrow(url, { method: 'POST', path: '/news/read', jwt, body: read })
  await sendOrThrow(url, { method: 'POST', path: '/calendar/feed', jwt, body: { student_id: STUDENT_ID } })
}

export async function changePassword(url: string): Promise<void> {
  const jwt = await signIn(url, OTHER_PARENT_EMAIL)
  const body = { current_password: DEMO_PASSWORD, new_password: NEW_PASSWORD }
  await sendOrThrow(url, { method: 'POST', path: '/auth/change_password', jwt, body })
}
