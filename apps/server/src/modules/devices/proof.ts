import { serverMessages } from '@apoderados/contract/messages'
import { readAccount } from '@apoderados/core/accounts/accounts'
import { passwordChangesOf } from '@apoderados/core/accounts/attemptKeys'
import { notePasskeyUse, readPasskeys } from '@apoderados/core/accounts/passkeys'
import { audit } from '@apoderados/core/audit/audit'
import { challengeCheck } from '../../auth/challenges.ts'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { accountWithPassword } from '../../auth/passwordCheck.ts'
import { checkSignature, type RelyingParty } from '../../auth/webauthn.ts'
import type { PublicContext, SessionContext } from '../../http/context.ts'
import { HttpError, notFoundError } from '../../http/errors.ts'

export type Proof = { password?: string | undefined; passkey?: Record<string, unknown> | undefined }

/** Returns to whom passkeys are bound. @throws {HttpError} 404 if the server has no passkeys */
export function relyingPartyOf({ relyingParty }: PublicContext): RelyingParty {
  if (!relyingParty) throw notFoundError()
  return relyingParty
}

async function provePasskey(answer: Record<string, unknown>, context: SessionContext) {
  const { db, keys, parent_id, session_id } = context
  const check = challengeCheck(db, keys, `prove ${session_id}`)
  const known = await readPasskeys(db, parent_id)
  const proved = await checkSignature(answer, check, known, relyingPartyOf(context), 'required')
  if (proved) await notePasskeyUse(db, proved.found.id, proved.counter)
  return proved
}

/**
 * Checks that the parent, and not only the parent's open session, makes the call. Wrong proofs count as wrong current
 * passwords do at a change of the password. Returns the account.
 * @throws {HttpError} 400 for a wrong proof, because 401 would sign the parent out (R14); 429
 */
export async function requireProof({ password, passkey = {} }: Proof, context: SessionContext) {
  const { db, keys, limits, parent_id, session_id, address } = context
  const account = await readAccount(db, parent_id)
  const attempts = [passwordChangesOf(keys, account?.email ?? '', limits.signIns)]
  const isProved =
    password === undefined
      ? await limitGuess(db, 'login', attempts, () => provePasskey(passkey, context))
      : await accountWithPassword(account, password, context, attempts)
  if (account && isProved) return account
  await audit(db, { action: 'proof_failed', parent_id, session_id, address })
  const { wrongPasskey, wrongCurrentPassword } = serverMessages
  throw new HttpError(400, password === undefined ? wrongPasskey : wrongCurrentPassword)
}
