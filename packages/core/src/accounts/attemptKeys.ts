import { type AttemptRule, accountLimits } from '../db/client/limits.ts'
import type { Queryable } from '../db/client/open.ts'
import { hmac, type Keys } from '../secrets/keys.ts'
import { type Attempt, findThrottledKeys, forgetAttempts } from './attempts.ts'

/** Who makes an attempt without a session: a known device, or a network address. */
export type Caller = {
  keys: Keys
  /** IPv4 address, or the /64 prefix of an IPv6 address (R25). */
  address: string
  /** Keyed hash of the device if the account knows it: attempts are then counted by the device, not by the address. */
  device: string | undefined
}

type AttemptKind = 'login' | 'recovery' | 'code' | 'staff login'

/** Returns the key of a count of attempts: its kind, then the keyed hash of `text`. */
export const attemptKey = ([current]: Keys, kind: string, text: string) =>
  `${kind}:${hmac(current.accounts, text)}`
const callerKey = ({ address, device }: Caller) => (device ? `device ${device}` : `address ${address}`)

/** The attempts of one kind by a caller, for any e-mail. */
export const callsOf = (caller: Caller, kind: AttemptKind): Attempt => ({
  key: attemptKey(caller.keys, kind, callerKey(caller)),
  ...accountLimits.callsOfCaller,
})

/** The key of the sign-ins to an account by all unknown devices. An e-mail without account has such a key too (R7). */
export const accountAttemptKey = (keys: Keys, email: string) => attemptKey(keys, 'account', email)

/** Returns the keys of the accounts for which unknown devices must wait before the next sign-in. */
export const findThrottledAccounts = (db: Queryable) =>
  findThrottledKeys(db, 'account:', accountLimits.signIns)

/** Sign-ins to an account: by the caller's known device, or by all unknown devices together. */
export const signInsTo = (
  caller: Caller,
  email: string,
  rule: AttemptRule = accountLimits.signIns,
): Attempt => ({
  key: caller.device ? callerEmailKey(caller, 'device', email) : accountAttemptKey(caller.keys, email),
  ...rule,
})

const callerEmailKey = (caller: Caller, kind: string, email: string) =>
  attemptKey(caller.keys, kind, `${callerKey(caller)} ${email}`)

/** Tries of the current password at its change, counted apart: a stranger's sign-ins must not block the change. */
export const passwordChangesOf = (
  keys: Keys,
  email: string,
  rule: AttemptRule = accountLimits.signIns,
): Attempt => ({
  key: attemptKey(keys, 'change', email),
  ...rule,
})

/** Requests of a recovery code for an e-mail, by a known device or by all unknown devices together. */
export const recoveryMailsTo = (caller: Caller, email: string): Attempt => ({
  key: caller.device ? callerEmailKey(caller, 'mail', email) : attemptKey(caller.keys, 'mail', email),
  ...accountLimits.recoveryMails,
})

/** Requests of a recovery code for an e-mail, by all devices and strangers together. */
export const allRecoveryMailsTo = (keys: Keys, email: string): Attempt => ({
  key: attemptKey(keys, 'mails', email),
  ...accountLimits.recoveryMailsOfAccount,
})

/** Tries of a recovery code for an e-mail, counted per caller: a stranger's wrong codes do not block the owner. */
export const codeAttemptsOf = (caller: Caller, email: string): Attempt => ({
  key: callerEmailKey(caller, 'code', email),
  ...accountLimits.recoveryWrongCodes,
})

/**
 * Removes the counts of sign-ins to an account by unknown devices, and of attempts to change its password. Called when
 * an operator unlocks or resets the account, and when the account is erased (R25).
 */
export const forgetAttemptsOnAccount = (db: Queryable, keys: Keys, email: string) =>
  forgetAttempts(db, [accountAttemptKey(keys, email), passwordChangesOf(keys, email).key])

/**
 * Removes the count of sign-ins by the caller's device, if it is a known one, and the count of attempts to change the
 * account's password. Called after a correct recovery code.
 */
export const forgetAttemptsOfDevice = (db: Queryable, caller: Caller, email: string) =>
  forgetAttempts(db, [
    ...(caller.device ? [signInsTo(caller, email).key] : []),
    passwordChangesOf(caller.keys, email).key,
  ])
