import { attemptKey } from '../accounts/attemptKeys.ts'
import { type Attempt, forgetAttempts } from '../accounts/attempts.ts'
import { staffLimits } from '../db/client/limits.ts'
import type { Queryable } from '../db/client/open.ts'
import type { Keys } from '../secrets/keys.ts'

/** Sign-ins to a staff account, counted for all devices together; an e-mail without account has a count too (R7). */
export const staffSignInsTo = (keys: Keys, email: string): Attempt => ({
  key: attemptKey(keys, 'staff account', email),
  ...staffLimits.signIns,
})

/** Attempts of the current password at its change, apart: a stranger's sign-ins must not block the change. */
export const staffPasswordChangesOf = (keys: Keys, staff_id: number): Attempt => ({
  key: attemptKey(keys, 'staff change', String(staff_id)),
  ...staffLimits.signIns,
})

/** Attempts of a code of an app, in all sessions of the member together. */
export const totpAttemptsOf = (keys: Keys, staff_id: number): Attempt => ({
  key: attemptKey(keys, 'staff code', String(staff_id)),
  ...staffLimits.codes,
})

/** Attempts of passkeys and recovery codes. They are counted apart, so that wrong codes of an app do not block them. */
export const otherProofsOf = (keys: Keys, staff_id: number): Attempt => ({
  key: attemptKey(keys, 'staff proof', String(staff_id)),
  ...staffLimits.otherProofs,
})

/** Removes the counts of a member. Called at a reset. */
export const forgetStaffAttempts = (
  db: Queryable,
  keys: Keys,
  { id, email }: { id: number; email: string },
) =>
  forgetAttempts(db, [
    staffSignInsTo(keys, email).key,
    staffPasswordChangesOf(keys, id).key,
    totpAttemptsOf(keys, id).key,
    otherProofsOf(keys, id).key,
  ])
