import { accountLimits } from '@apoderados/database/client/limits'
import type { Call } from '../faults/call.ts'
import { type Account, countRow, endSession, type Family, setPassword, UNKNOWN_SESSION } from './family.ts'

/**
 * Describes a write or another call, which the API answers with `status`; `send` sends `call`. `steps` are its atomic
 * changes in order; a call that is cut off may have completed any number of them.
 */
export type Write = {
  name: string
  call: Call
  status: number
  steps: ((family: Family, answer?: WriteResponse) => void)[]
}
export type WriteResponse = { jwt?: string }

const KNOWN_DEVICES_MAX = accountLimits.knownDevicesPerParent

const sessionOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sid

type ChangeAccount = (
  account: 0 | 1,
) => (change: (account: Account, family: Family, answer?: WriteResponse) => void) => WriteStep
export type WriteStep = Write['steps'][number]
/** Makes a step that changes one account. */
export const changeAccount: ChangeAccount = (index) => (change) => (family, answer) =>
  change(family.accounts[index], family, answer)
const changeFailures = (change: 1 | -1) => (account: Account) => {
  account.failures += change
}

export function signIn({ accounts }: Family, index: 0 | 1): Write {
  const { email, password } = accounts[index]
  const createSession = changeAccount(index)((account, _, answer) => {
    const jwt = answer?.jwt
    account.sessions.set(jwt ? sessionOf(jwt) : UNKNOWN_SESSION, jwt)
    account.knownDevices = Math.min(KNOWN_DEVICES_MAX, account.knownDevices + 1)
    countRow(account, 'login')
  })
  return {
    ...{ name: 'sign-in', call: { method: 'POST', path: '/auth/login', body: { email, password } } },
    // The attempt is counted before the password is compared, and removed if the password is right (R25).
    ...{
      status: 200,
      steps: [
        changeAccount(index)(changeFailures(1)),
        changeAccount(index)(changeFailures(-1)),
        createSession,
      ],
    },
  }
}

export function wrongPassword({ accounts }: Family, index: 0 | 1): Write {
  const { email } = accounts[index]
  return {
    name: 'wrong password',
    call: { method: 'POST', path: '/auth/login', body: { email, password: 'no es esta' } },
    status: 401,
    steps: [
      // The attempt is counted before the password is compared, so that a guess whose call is cut off counts too (R25).
      changeAccount(index)(changeFailures(1)),
      changeAccount(index)((account) => countRow(account, 'login_failed')),
    ],
  }
}

export const SIGN_OUT_PATHS = ['/auth/logout', '/auth/sessions/current', '/auth/sessions/revoke'] as const
export type SignOutPath = (typeof SIGN_OUT_PATHS)[number]

export function signOut(family: Family, index: 0 | 1, path: SignOutPath): Write {
  const [id, jwt] = sessionWithToken(family.accounts[index])
  const end = changeAccount(index)((account, family) => {
    endSession(family, account, id)
    countRow(account, 'logout')
  })
  const call: Call =
    path === '/auth/sessions/revoke'
      ? { method: 'POST', path, body: { session_id: id } }
      : { method: 'DELETE', path, jwt }
  return { name: 'sign-out', call, status: 200, steps: [end] }
}

export function changePassword(family: Family, index: 0 | 1, password: string): Write {
  const account = family.accounts[index]
  const [id, jwt] = sessionWithToken(account)
  const body = { current_password: account.password, new_password: password }
  const change = changeAccount(index)((account, family) => {
    setPassword(family, account, password, id)
    countRow(account, 'password_changed')
  })
  return {
    ...{ name: 'change of password', call: { method: 'POST', path: '/auth/change_password', jwt, body } },
    ...{ status: 200, steps: [change] },
  }
}

/** Describes a request for a recovery code. `voided` is the account's previous code, which becomes invalid. */
export function askForCode({ accounts }: Family, index: 0 | 1, voided?: string): Write {
  const requestCode = changeAccount(index)((account, { dead }) => {
    if (voided) dead.codes.push(voided)
    Object.assign(account, { hasCode: true, wrongCodes: 0 })
    countRow(account, 'recovery_requested')
    countRow(account, 'mail: recovery_code')
  })
  const body = { email: accounts[index].email }
  return {
    name: 'request for a code',
    call: { method: 'POST', path: '/auth/recovery', body },
    status: 200,
    steps: [requestCode],
  }
}

export function wrongCode({ accounts }: Family, index: 0 | 1): Write {
  const body = { email: accounts[index].email, token: 'AAAA-AAAA-AAAAA', new_password: 'Una-Nueva-9182' }
  return {
    name: 'wrong code',
    call: { method: 'POST', path: '/auth/recovery_confirm', body },
    status: 400,
    steps: [
      changeAccount(index)((account) => {
        account.wrongCodes += 1
      }),
      changeAccount(index)((account) => countRow(account, 'recovery_failed')),
    ],
  }
}

export type RecoveryPath = 'recovery_confirm' | 'change_password_with_token'

export function useCode(
  { accounts }: Family,
  index: 0 | 1,
  recovery: { code: string; recoveryPath: RecoveryPath; password: string },
): Write {
  const { code: token, recoveryPath, password } = recovery
  const body =
    recoveryPath === 'recovery_confirm'
      ? { email: accounts[index].email, token, new_password: password }
      : { token, password1: password, password2: password }
  const recover = changeAccount(index)((account, family) => {
    setPassword(family, account, password)
    countRow(account, 'recovery_confirmed')
    account.knownDevices = 1
    family.dead.codes.push(token)
  })
  return {
    name: 'use of a code',
    call: { method: 'POST', path: `/auth/${recoveryPath}`, body },
    status: 200,
    steps: [recover],
  }
}

/** Returns the id and token of a session whose token is known. @throws if there is none */
export function sessionWithToken({ sessions, email }: Account): [string, string] {
  const [found] = [...sessions].filter((each): each is [string, string] => each[1] !== undefined)
  if (!found) throw new Error(`${email} has no session`)
  return found
}
