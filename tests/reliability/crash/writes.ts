import type { Call } from '@apoderados/tests-support/environment/call.ts'
import { type Account, countRow, endSession, setPassword, UNKNOWN_SESSION } from './account.ts'

type Step = (account: Account, response?: { jwt?: string }) => void

/**
 * A call to which the server responds with `status`. `steps` are its atomic changes in order; a call that is cut off
 * may have completed any number of them.
 */
export type Write = { name: string; call: Call; status: number; steps: Step[] }

const createWrite = (name: string, call: Call, status: number, ...steps: Step[]): Write => ({
  name,
  call,
  status,
  steps,
})
const post = (path: string, body: object, jwt?: string): Call => ({
  method: 'POST',
  path,
  body,
  ...(jwt && { jwt }),
})

const sessionOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sid

// A failure is counted before the password is compared, so that a guess whose call is cut off counts too (R25).
const countFailure: Step = (account) => {
  account.failures += 1
}
const removeFailure: Step = (account) => {
  account.failures -= 1
}

export const signIn = ({ email, password }: Account): Write =>
  createWrite(
    'sign-in',
    post('/auth/login', { email, password }),
    200,
    countFailure,
    removeFailure,
    (account, response) => {
      const jwt = response?.jwt
      account.sessions.set(jwt ? sessionOf(jwt) : UNKNOWN_SESSION, jwt)
      countRow(account, 'login')
    },
  )

export const signInWrongly = ({ email }: Account): Write =>
  createWrite(
    'wrong password',
    post('/auth/login', { email, password: 'no es esta' }),
    401,
    countFailure,
    (account) => countRow(account, 'login_failed'),
  )

/** The id and the token of a session. */
export type KnownSession = [id: string, jwt: string]

export const signOut = ([id, jwt]: KnownSession): Write =>
  createWrite('sign-out', { method: 'DELETE', path: '/auth/sessions/current', jwt }, 200, (account) => {
    endSession(account, id)
    countRow(account, 'logout')
  })

export const changePassword = ({ password }: Account, [id, jwt]: KnownSession, next: string): Write =>
  createWrite(
    'change of password',
    post('/auth/change_password', { current_password: password, new_password: next }, jwt),
    200,
    (account) => {
      setPassword(account, next, id)
      countRow(account, 'password_changed')
    },
  )

/** Requests a recovery code; `voided` is the previous code, which becomes invalid. */
export const requestCode = ({ email }: Account, voided?: string): Write =>
  createWrite('request for a code', post('/auth/recovery', { email }), 200, (account) => {
    if (voided) account.ended.codes.push(voided)
    account.hasCode = true
    countRow(account, 'recovery_requested')
    countRow(account, 'mail: recovery_code')
  })

export const recoverWithCode = ({ email }: Account, code: string, next: string): Write =>
  createWrite(
    'use of a code',
    post('/auth/recovery_confirm', { email, token: code, new_password: next }),
    200,
    (account) => {
      setPassword(account, next)
      countRow(account, 'recovery_confirmed')
      account.ended.codes.push(code)
    },
  )

export const saveDevice = ([id, jwt]: KnownSession, token: string): Write =>
  createWrite('push token saved', post('/auth/push_token', { token }, jwt), 200, ({ devices }) => {
    for (const [other, session] of devices) if (session === id) devices.delete(other)
    devices.set(token, id)
  })

export const removeDevice = ([, jwt]: KnownSession, token: string): Write =>
  createWrite(
    'push token removed',
    { method: 'DELETE', path: '/auth/push_token', jwt, body: { token } },
    200,
    ({ devices }) => void devices.delete(token),
  )

/** Reads a foreign student: the read is refused, and audited before the response (R30). */
export const readForeignStudent = ([, jwt]: KnownSession): Write =>
  createWrite(
    'refused read',
    { method: 'GET', path: `/arrears?student_id=${2 ** 40}`, jwt },
    404,
    (account) => countRow(account, 'access_denied'),
  )

export const WRITE_NAMES = [
  'sign-in',
  'wrong password',
  'sign-out',
  'change of password',
  'request for a code',
  'use of a code',
  'push token saved',
  'push token removed',
  'refused read',
]
