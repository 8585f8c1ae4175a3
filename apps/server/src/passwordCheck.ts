import { tooManyAttempts } from '@apoderados/contract/messages'
import { blockedSeconds, countLoginFailure, forgetLoginFailures, type LoginKeys } from './db/loginFailures.ts'
import type { Queryable } from './db/open.ts'
import { HttpError } from './errors.ts'
import type { Guest } from './handlers.ts'
import { hmac, type Keys, type SigningKey } from './keys.ts'

const accountKey = ({ accounts }: SigningKey, email: string) => ({
  account: `account:${hmac(accounts, email)}`,
})

async function refuseWhileBlocked({ db }: Guest, keys: LoginKeys): Promise<void> {
  const seconds = await blockedSeconds(db, keys)
  if (seconds > 0) throw new HttpError(429, tooManyAttempts(seconds), seconds)
}

/**
 * The account, when this is its password; undefined otherwise, as for none at all: told only after limits and
 * hash, alike for every e-mail (R7). A wrong one is counted, a right one opens the account's count anew.
 * @throws {HttpError} 429
 */
export async function accountWithPassword<A extends { password_hash: string | null; is_active: boolean }>(
  account: A | undefined,
  { email, password }: { email: string; password: string },
  context: Guest,
): Promise<A | undefined> {
  const { db, passwords, address } = context
  const [current] = context.keys
  const keys: LoginKeys = {
    ...accountKey(current, email),
    address: `address:${address}`,
  }
  await refuseWhileBlocked(context, keys)
  const isRight = await passwords.matches(password, account?.password_hash)
  // Guesses sent side by side waited for their hash: those that failed before count for the rest.
  await refuseWhileBlocked(context, keys)
  if (isRight && account?.is_active) {
    await forgetLoginFailures(db, keys)
    return account
  }
  await countLoginFailure(db, keys)
  return undefined
}

/** A recovered account is open at once, however often it was guessed at before (R25). */
export const forgetGuessesOf = (db: Queryable, [current]: Keys, email: string) =>
  forgetLoginFailures(db, accountKey(current, email))
