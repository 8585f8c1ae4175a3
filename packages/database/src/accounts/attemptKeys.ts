import { accountLimits } from '../client/limits.ts'
import type { Queryable } from '../client/open.ts'
import { hmac, type Keys } from '../secrets/keys.ts'
import { type Attempt, findThrottledKeys, forgetAttempts } from './attempts.ts'

/** The origin of an attempt that has no session yet. */
export type Caller = {
  keys: Keys
  /** IPv4 address, or the /64 prefix of an IPv6 address (R25). */
  address: string
  /**
   * Keyed hash of the device if it has signed in to this account before; the limits then count the device
   * instead of its address.
   */
  device: string | undefined
}

type AttemptKind = 'login' | 'recovery' | 'code'

const attemptKey = ([current]: Keys, kind: string, text: string) => `${kind}:${hmac(current.accounts, text)}`
const callerKey = ({ address, device }: Caller) => (device ? `device ${device}` : `address ${address}`)

/** All attempts of one kind by a caller, for any e-mail. */
export const callsOf = (caller: Caller, kind: AttemptKind): Attempt => ({
  key: attemptKey(caller.keys, kind, callerKey(caller)),
  ...accountLimits.callsOfCaller,
})

/**
 * The key of sign-ins to an account by all unknown devices together; an unknown e-mail is counted in the same
 * way (R7).
 */
export const accountAttemptKey = (keys: Keys, email: string) => attemptKey(keys, 'account', email)

/** The keys of the accounts for which unknown devices must wait now. */
export const findThrottledAccounts = (db: Queryable) =>
  findThrottledKeys(db, 'account:', accountLimits.signIns)

export const signInsTo = (caller: Caller, email: string): Attempt => ({
  key: caller.device ? callerEmailKey(caller, 'device', email) : accountAttemptKey(caller.keys, email),
  ...accountLimits.signIns,
})

const callerEmailKey = (caller: Caller, kind: string, email: string) =>
  attemptKey(caller.keys, kind, `${callerKey(caller)} ${email}`)

/**
 * Attempts to enter the current password for a password change. They are counted apart from sign-ins, so that a
 * stranger's attempts do not block the change.
 */
export const passwordChangesOf = (keys: Keys, email: string): Attempt => ({
  key: attemptKey(keys, 'change', email),
  ...accountLimits.signIns,
})

/** Requests of a recovery code by mail. A known device's requests are counted apart from those of unknown devices. */
export const recoveryMailsTo = (caller: Caller, email: string): Attempt => ({
  key: caller.device ? callerEmailKey(caller, 'mail', email) : attemptKey(caller.keys, 'mail', email),
  ...accountLimits.recoveryMails,
})

/** Recovery codes tried for one e-mail, counted per caller: a stranger's wrong codes do not block the owner. */
export const codeTriesOf = (caller: Caller, email: string): Attempt => ({
  key: callerEmailKey(caller, 'code', email),
  ...accountLimits.recoveryWrongCodes,
})

/**
 * Removes the counted sign-in and password-change attempts of an account, when the operator unlocks it or the
 * account is erased (R25).
 */
export const forgetAttemptsOnAccount = (db: Queryable, keys: Keys, email: string) =>
  forgetAttempts(db, [accountAttemptKey(keys, email), passwordChangesOf(keys, email).key])

/**
 * After a correct recovery code, removes the counted sign-ins of the caller's device, if it is a known one, and the
 * counted password-change attempts of the account.
 */
export const forgetAttemptsOfDevice = (db: Queryable, caller: Caller, email: string) =>
  forgetAttempts(db, [
    ...(caller.device ? [signInsTo(caller, email).key] : []),
    passwordChangesOf(caller.keys, email).key,
  ])
