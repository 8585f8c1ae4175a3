import { serverMessages } from '@apoderados/contract/messages'
import type { GuessableData } from '@apoderados/core/accounts/accounts'
import type { Attempt } from '@apoderados/core/accounts/attempts'
import { isCode } from '@apoderados/core/secrets/oneTimeCodes'
import type { PublicContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { refuseWeakPassword } from './guessablePasswords.ts'
import { limitGuess } from './limitedAttempts.ts'

type SignInSecrets = {
  password_hash: string | null
  /** The keyed hash of the one-time password of the invitation; null when the account has no open invitation. */
  invitation: string | null
  is_active: boolean
}

/**
 * Returns the account if `password` is its password or its one-time password. The result is undefined, and takes
 * equally long, for a wrong password, an inactive account and an unknown e-mail: both comparisons run in each case
 * (R7). A sign-in without an account stays counted in `attempts`.
 * @throws {HttpError} 429
 */
export const accountWithPassword = <A extends SignInSecrets>(
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

/** Refuses a guessable new password (R6), and the one-time password of a mail or letter. @throws {HttpError} 400 */
export function refuseWeakNewPassword(
  password: string,
  account: GuessableData & Pick<SignInSecrets, 'invitation'>,
  { keys }: PublicContext,
): void {
  refuseWeakPassword(password, account)
  if (isCode(keys, 'invitation', password, account.invitation))
    throw new HttpError(400, serverMessages.guessablePassword)
}
