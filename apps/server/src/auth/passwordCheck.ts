import { serverMessages } from '@apoderados/contract/messages'
import type { KnownOfAccount } from '@apoderados/database/accounts/accounts'
import type { Attempt } from '@apoderados/database/accounts/attempts'
import { isCode } from '@apoderados/database/secrets/oneTimeCodes'
import type { PublicContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { refuseWeak } from './guessablePasswords.ts'
import { limitGuess } from './limitedAttempts.ts'

type Locks = {
  password_hash: string | null
  /** Of the one-time password that opens an account without one of its own. */
  invitation: string | null
  is_active: boolean
}

/**
 * The account, when this is its password or its one-time password; undefined otherwise, as for none at all: told
 * only after limits and both hashes, alike for every e-mail (R7). A wrong one stays among the `attempts`.
 * @throws {HttpError} 429
 */
export const accountWithPassword = <A extends Locks>(
  account: A | undefined,
  password: string,
  { db, keys, passwords }: PublicContext,
  attempts: Attempt[],
): Promise<A | undefined> =>
  limitGuess(db, 'login', attempts, async () => {
    const isOwn = await passwords.matches(password, account?.password_hash)
    const isInvited = isCode(keys, 'invitation', password, account?.invitation)
    return (isOwn || isInvited) && account?.is_active ? account : undefined
  })

/**
 * Refuses what is easy to guess (R6), and the one-time password that a mail or letter still shows.
 * @throws {HttpError} 400
 */
export function refuseAsNew(
  password: string,
  account: KnownOfAccount & Pick<Locks, 'invitation'>,
  { keys }: PublicContext,
): void {
  refuseWeak(password, account)
  if (isCode(keys, 'invitation', password, account.invitation))
    throw new HttpError(400, serverMessages.guessablePassword)
}
