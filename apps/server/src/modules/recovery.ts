import { messages, serverMessages } from '@apoderados/contract/messages'
import { findAccount, lockAccount, readAccount, setPassword } from '@apoderados/core/accounts/accounts'
import {
  allRecoveryMailsTo,
  callsOf,
  codeAttemptsOf,
  forgetAttemptsOfDevice,
  recoveryMailsTo,
} from '@apoderados/core/accounts/attemptKeys'
import { type Attempt, claimAttempt, undoClaims } from '@apoderados/core/accounts/attempts'
import { forgetDevicesOf } from '@apoderados/core/accounts/knownDevices'
import { forgetPasskeysOf } from '@apoderados/core/accounts/passkeys'
import {
  consumeCode,
  forgetExpiredCodes,
  ownerOfCode,
  replaceCode,
  tryCode,
} from '@apoderados/core/accounts/recoveryCodes'
import { forgetCalendarFeedsOf } from '@apoderados/core/accounts/revokeAccess'
import { audit } from '@apoderados/core/audit/audit'
import { queueMail } from '@apoderados/core/mails/mails'
import { accountHashes, codeHashes, makeCode } from '@apoderados/core/secrets/oneTimeCodes'
import { identifyCaller, registerDevice } from '../auth/caller.ts'
import { claimAttempts, limitGuess } from '../auth/limitedAttempts.ts'
import { refuseWeakNewPassword } from '../auth/passwordCheck.ts'
import type { DeviceContext, Handlers, PublicContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

const invalidCodeError = () => new HttpError(400, serverMessages.invalidCode)

type TriedCode = { parent_id: number | null; is_right: boolean } | undefined

/** Returns the parent whose code `find` recognises. @throws {HttpError} `refusal` for a wrong one, 429 for too many */
async function findCodeOwner(
  context: PublicContext,
  attempts: Attempt[],
  find: () => Promise<TriedCode>,
  refusal = invalidCodeError(),
): Promise<number> {
  const { db, address, auditRateLimit } = context
  let tried: TriedCode
  const owner = await limitGuess(db, 'code', attempts, async () => {
    tried = await find()
    return tried?.is_right ? (tried.parent_id ?? undefined) : undefined
  })
  if (owner !== undefined) return owner
  await forgetExpiredCodes(db)
  if (auditRateLimit(address))
    await audit(db, { action: 'recovery_failed', parent_id: tried?.parent_id ?? null, address })
  throw refusal
}

async function findTokenOwner(
  context: PublicContext,
  hashes: string[],
  refusal?: HttpError,
): Promise<number> {
  const { db, keys, address } = context
  const find = async () => {
    const parent_id = await ownerOfCode(db, hashes)
    return parent_id === undefined ? undefined : { parent_id, is_right: true }
  }
  // The request has no e-mail, so the device is unknown: devices are registered per account.
  return findCodeOwner(context, [callsOf({ keys, address, device: undefined }, 'code')], find, refusal)
}

type RecoveryInput = { hashes: string[]; parent_id: number; password: string }

/** Sets a new password, and uses the code up: one of concurrent requests succeeds (R8). Forgets all other devices and the calendar addresses. */
async function recoverAccount({ hashes, parent_id, password }: RecoveryInput, context: DeviceContext) {
  const { db, passwords, mails, address, proof } = context
  const account = await readAccount(db, parent_id)
  if (!account) throw invalidCodeError()
  refuseWeakNewPassword(password, account, context)
  const caller = await identifyCaller(context, account.email)
  const password_hash = await passwords.hash(password)
  const newProof = await db.transaction(async (transaction) => {
    await lockAccount(transaction, parent_id)
    if ((await consumeCode(transaction, hashes)) !== parent_id) throw invalidCodeError()
    if (!(await setPassword(transaction, { parent_id, password_hash }))) throw invalidCodeError()
    await forgetAttemptsOfDevice(transaction, caller, account.email)
    await forgetDevicesOf(transaction, parent_id)
    await forgetCalendarFeedsOf(transaction, parent_id)
    await forgetPasskeysOf(transaction, parent_id)
    await audit(transaction, { action: 'recovery_confirmed', parent_id, address })
    return registerDevice(transaction, caller, parent_id, context)
  })
  proof.send(newProof)
  mails.wake()
  return { success: true, message: serverMessages.passwordRecovered }
}

export const recoveryHandlers = {
  /** Runs the same statements with and without an account, so that response and duration do not reveal which (R9). */
  async requestRecovery({ email }, context) {
    const { db, keys, mails, address, auditRateLimit } = context
    const caller = await identifyCaller(context, email)
    await claimAttempts(db, 'recovery', [callsOf(caller, 'recovery')])
    const [account] = await findAccount(db).execute({ email })
    const parent_id = account?.is_active ? account.id : null
    const device = caller.device ?? null
    await db.transaction(async (transaction) => {
      // This statement comes first, because it locks a row of the account: a concurrent request for the same account
      // waits here until this transaction has stored its code.
      const ofAccount = await claimAttempt(transaction, allRecoveryMailsTo(keys, email))
      const ofCaller = ofAccount && (await claimAttempt(transaction, recoveryMailsTo(caller, email)))
      const claims = [ofAccount, ofCaller].filter((claim) => claim !== undefined)
      if (auditRateLimit(address))
        await audit(transaction, { action: 'recovery_requested', parent_id, address })
      const { seed, hash } = makeCode(keys, 'recovery')
      const code = { accounts: accountHashes(keys, email), parent_id, hash, device }
      if (ofCaller && (await replaceCode(transaction, code)))
        await queueMail(transaction, { kind: 'recovery_code', parent_id, seed })
      else await undoClaims(transaction, claims) // no mail is sent, and the previous code stays valid
    })
    mails.wake()
    return { success: true, message: serverMessages.recoveryRequested }
  },

  async confirmRecovery({ email, token, new_password }, context) {
    const { db, keys } = context
    const caller = await identifyCaller(context, email)
    const hashes = codeHashes(keys, 'recovery', token)
    const is_by_device = caller.device !== undefined
    const find = () => tryCode(db, { accounts: accountHashes(keys, email), hashes, is_by_device })
    const parent_id = await findCodeOwner(
      context,
      [callsOf(caller, 'code'), codeAttemptsOf(caller, email)],
      find,
    )
    return recoverAccount({ hashes, parent_id, password: new_password }, context)
  },

  async validateRecovery({ token }, context) {
    const hashes = codeHashes(context.keys, 'recovery', token)
    await findTokenOwner(context, hashes, new HttpError(400, serverMessages.invalidToken))
    return { success: true, message: serverMessages.validCode }
  },

  async changePasswordWithToken({ token, password1, password2 }, context) {
    if (password1 !== password2) throw new HttpError(400, messages.passwordsDiffer)
    const hashes = codeHashes(context.keys, 'recovery', token)
    const parent_id = await findTokenOwner(context, hashes)
    return recoverAccount({ hashes, parent_id, password: password1 }, context)
  },
} satisfies Partial<Handlers>
