import { messages } from '@apoderados/contract/messages'
import {
  accountKey,
  blockedSeconds,
  countLoginFailure,
  forgetLoginFailures,
  type LoginKeys,
} from './db/loginFailures.ts'
import { HttpError, tooMany } from './errors.ts'
import { type KnownOfAccount, refuseWeak } from './guessablePasswords.ts'
import type { Guest } from './handlers.ts'
import { isCode } from './oneTimeCodes.ts'

async function refuseWhileBlocked({ db }: Guest, keys: LoginKeys): Promise<void> {
  const seconds = await blockedSeconds(db, keys)
  if (seconds > 0) throw tooMany('login', seconds)
}

type Locks = {
  password_hash: string | null
  /** Of the one-time password that opens an account without one of its own. */
  invitation: string | null
  is_active: boolean
}

/**
 * The account, when this is its password or its one-time password; undefined otherwise, as for none at all: told
 * only after limits and both hashes, alike for every e-mail (R7). A wrong one is counted, a right one opens the
 * account's count anew, which is that of `keyOf`.
 * @throws {HttpError} 429
 */
export async function accountWithPassword<A extends Locks>(
  account: A | undefined,
  { email, password }: { email: string; password: string },
  context: Guest,
  keyOf = accountKey,
): Promise<A | undefined> {
  const { db, passwords, address } = context
  const keys: LoginKeys = { account: keyOf(context.keys, email), address: `address:${address}` }
  await refuseWhileBlocked(context, keys)
  const isOwn = await passwords.matches(password, account?.password_hash)
  const isInvited = isCode(context.keys, 'invitation', password, account?.invitation)
  // Guesses sent side by side waited for their hash: those that failed before count for the rest.
  await refuseWhileBlocked(context, keys)
  if ((isOwn || isInvited) && account?.is_active) {
    await forgetLoginFailures(db, keys)
    return account
  }
  await countLoginFailure(db, keys)
  return undefined
}

/**
 * Refuses what is easy to guess (R6), and the one-time password that a mail or letter still shows.
 * @throws {HttpError} 400
 */
export function refuseAsNew(
  password: string,
  account: KnownOfAccount & Pick<Locks, 'invitation'>,
  { keys }: Guest,
): void {
  refuseWeak(password, account)
  if (isCode(keys, 'invitation', password, account.invitation))
    throw new HttpError(400, messages.guessablePassword)
}
