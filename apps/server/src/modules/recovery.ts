import { messages, serverMessages } from '@apoderados/contract/messages'
import { findAccount, lockAccount, readAccount, setPassword } from '@apoderados/database/accounts/accounts'
import {
  type Caller,
  callsOf,
  codesFor,
  forgetOwnGuesses,
  mailsTo,
} from '@apoderados/database/accounts/attemptKeys'
import { type Attempt, claimAttempt } from '@apoderados/database/accounts/attempts'
import { forgetDevicesOf } from '@apoderados/database/accounts/knownDevices'
import {
  consumeCode,
  forgetExpiredCodes,
  ownerOfCode,
  replaceCode,
  tryCode,
} from '@apoderados/database/accounts/recoveryCodes'
import { audit } from '@apoderados/database/audit/audit'
import { queueMail } from '@apoderados/database/mails/mails'
import { accountHashes, codeHashes, makeCode } from '@apoderados/database/secrets/oneTimeCodes'
import { callerOf, keepProof } from '../auth/caller.ts'
import { claimAttempts, limitGuess } from '../auth/limitedAttempts.ts'
import { refuseAsNew } from '../auth/passwordCheck.ts'
import type { DeviceContext, Handlers, PublicContext } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

const invalidCode = () => new HttpError(400, serverMessages.invalidCode)

/** Of a call that carries the code alone, and so no e-mail that a device could be known for. */
const strangerOf = ({ keys, address }: PublicContext): Caller => ({ keys, address, device: undefined })

type Found = { parent_id: number | null; is_right: boolean } | undefined

/**
 * Whose code it is, as `find` tells.
 * @throws {HttpError} `refusal` for a wrong one, 429 for too many of them
 */
async function ownerOf(
  context: PublicContext,
  attempts: Attempt[],
  find: () => Promise<Found>,
  refusal = invalidCode(),
): Promise<number> {
  const { db, address, mayNote } = context
  let tried: Found
  const owner = await limitGuess(db, 'code', attempts, async () => {
    tried = await find()
    return tried?.is_right ? (tried.parent_id ?? undefined) : undefined
  })
  if (owner !== undefined) return owner
  await forgetExpiredCodes(db)
  if (mayNote(address))
    await audit(db, { action: 'recovery_failed', parent_id: tried?.parent_id ?? null, address })
  throw refusal
}

async function ownerOfToken(context: PublicContext, hashes: string[], refusal?: HttpError): Promise<number> {
  const find = async () => {
    const parent_id = await ownerOfCode(context.db, hashes)
    return parent_id === undefined ? undefined : { parent_id, is_right: true }
  }
  return ownerOf(context, [callsOf(strangerOf(context), 'code')], find, refusal)
}

type Recovery = { hashes: string[]; parent_id: number; password: string }

/**
 * Uses the code up for a new password: of a hundred at once, one does (R8). Whoever has the mailbox goes on with this
 * device, and with none that was known before.
 */
async function recover({ hashes, parent_id, password }: Recovery, context: DeviceContext) {
  const { db, passwords, mails, address, proof } = context
  const account = await readAccount(db, parent_id)
  if (!account) throw invalidCode()
  refuseAsNew(password, account, context)
  const caller = await callerOf(context, account.email)
  const password_hash = await passwords.hash(password)
  const kept = await db.transaction(async (transaction) => {
    await lockAccount(transaction, parent_id)
    if ((await consumeCode(transaction, hashes)) !== parent_id) throw invalidCode()
    if (!(await setPassword(transaction, { parent_id, password_hash }))) throw invalidCode()
    await forgetOwnGuesses(transaction, caller, account.email)
    await forgetDevicesOf(transaction, parent_id)
    await audit(transaction, { action: 'recovery_confirmed', parent_id, address })
    return keepProof(transaction, caller, parent_id, context)
  })
  proof.give(kept)
  mails.wake()
  return { success: true, message: serverMessages.passwordRecovered }
}

export const recovery = {
  /** The same statements whether the account exists, so that the answer tells nothing, nor its time (R9). */
  async requestRecovery({ email }, context) {
    const { db, keys, mails, address, mayNote } = context
    const caller = await callerOf(context, email)
    await claimAttempts(db, 'recovery', [callsOf(caller, 'recovery')])
    const [account] = await findAccount(db).execute({ email })
    const parent_id = account?.is_active ? account.id : null
    const is_of_device = caller.device !== undefined
    await db.transaction(async (transaction) => {
      // First: a second request of the kind waits here until this one has its code.
      const isMailed = (await claimAttempt(transaction, mailsTo(caller, email))) !== undefined
      if (mayNote(address)) await audit(transaction, { action: 'recovery_requested', parent_id, address })
      if (!isMailed) return // the code that was mailed last stays good
      const { seed, hash } = makeCode(keys, 'recovery')
      const code = { accounts: accountHashes(keys, email), parent_id, hash, is_of_device }
      const isReplaced = await replaceCode(transaction, code)
      if (isReplaced) await queueMail(transaction, { kind: 'recovery_code', parent_id, seed })
    })
    mails.wake()
    return { success: true, message: serverMessages.recoveryRequested }
  },

  async confirmRecovery({ email, token, new_password }, context) {
    const { db, keys } = context
    const caller = await callerOf(context, email)
    const hashes = codeHashes(keys, 'recovery', token)
    const is_by_device = caller.device !== undefined
    const find = () => tryCode(db, { accounts: accountHashes(keys, email), hashes, is_by_device })
    const parent_id = await ownerOf(context, [callsOf(caller, 'code'), codesFor(caller, email)], find)
    return recover({ hashes, parent_id, password: new_password }, context)
  },

  async validateRecovery({ token }, context) {
    const hashes = codeHashes(context.keys, 'recovery', token)
    await ownerOfToken(context, hashes, new HttpError(400, serverMessages.invalidToken))
    return { success: true, message: serverMessages.validCode }
  },

  async changePasswordWithToken({ token, password1, password2 }, context) {
    if (password1 !== password2) throw new HttpError(400, messages.passwordsDiffer)
    const hashes = codeHashes(context.keys, 'recovery', token)
    const parent_id = await ownerOfToken(context, hashes)
    return recover({ hashes, parent_id, password: password1 }, context)
  },
} satisfies Partial<Handlers>
