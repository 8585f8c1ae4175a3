import { accountLimits } from '../client/limits.ts'
import type { Queryable } from '../client/open.ts'
import { hmac, type Keys } from '../secrets/keys.ts'
import { type Attempt, forgetAttempts, keysThatWait } from './attempts.ts'

/** Who tries something before any session. */
export type Caller = {
  keys: Keys
  /** A /64 for IPv6 (R25). */
  address: string
  /** By its keyed hash, when it has signed in to this very account before: it counts for itself alone. */
  device: string | undefined
}

type AttemptKind = 'login' | 'recovery' | 'code'

const named = ([current]: Keys, kind: string, text: string) => `${kind}:${hmac(current.accounts, text)}`
const nameOf = ({ address, device }: Caller) => (device ? `device ${device}` : `address ${address}`)

/** Everything of a kind, for whichever e-mail. */
export const callsOf = (caller: Caller, kind: AttemptKind): Attempt => ({
  key: named(caller.keys, kind, nameOf(caller)),
  ...accountLimits.callsOfCaller,
})

/** Sign-ins to an account, of all strangers together; an unknown e-mail is counted alike (R7). */
export const accountName = (keys: Keys, email: string) => named(keys, 'account', email)

/** The names of accounts that strangers must wait for now. */
export const accountsThatWait = (db: Queryable) => keysThatWait(db, 'account:', accountLimits.signIns)

export const signInsTo = (caller: Caller, email: string): Attempt => ({
  key: caller.device ? ofDevice(caller, 'device', email) : accountName(caller.keys, email),
  ...accountLimits.signIns,
})

const ofDevice = (caller: Caller, kind: string, email: string) =>
  named(caller.keys, kind, `${nameOf(caller)} ${email}`)

/** Current passwords at their change: no stranger's sign-in keeps anybody from it. */
export const changesOf = (keys: Keys, email: string): Attempt => ({
  key: named(keys, 'change', email),
  ...accountLimits.signIns,
})

/** Mails with a code: a device's own apart from those that strangers ask for. */
export const mailsTo = (caller: Caller, email: string): Attempt => ({
  key: caller.device ? ofDevice(caller, 'mail', email) : named(caller.keys, 'mail', email),
  ...accountLimits.recoveryMails,
})

/** Codes for one e-mail, counted for each caller apart: a stranger's wrong ones spoil no other's. */
export const codesFor = (caller: Caller, email: string): Attempt => ({
  key: ofDevice(caller, 'code', email),
  ...accountLimits.recoveryWrongCodes,
})

/** What strangers tried, and whoever had a session, is forgotten: by the operator's word or with the account (R25). */
export const forgetGuessesOf = (db: Queryable, keys: Keys, email: string) =>
  forgetAttempts(db, [accountName(keys, email), changesOf(keys, email).key])

/** Of a device that has just proved itself by a code: its own wrong tries, and those of a session. */
export const forgetOwnGuesses = (db: Queryable, caller: Caller, email: string) =>
  forgetAttempts(db, [
    ...(caller.device ? [signInsTo(caller, email).key] : []),
    changesOf(caller.keys, email).key,
  ])
