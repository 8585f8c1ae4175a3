import { messages } from '@apoderados/contract/messages'
import { limits } from '../config.ts'
import { findAccount, lockAccount, readAccount, setPassword } from '../db/accounts.ts'
import { type Attempt, countAttempt, secondsToWait } from '../db/attempts.ts'
import { audit } from '../db/audit.ts'
import { forgetGuessesOf } from '../db/loginFailures.ts'
import { queueMail } from '../db/mails.ts'
import { consumeCode, forgetExpiredCodes, ownerOfCode, replaceCode, tryCode } from '../db/recoveryCodes.ts'
import { HttpError, type Limit, tooMany } from '../errors.ts'
import type { Guest, Handlers } from '../handlers.ts'
import { hmac } from '../keys.ts'
import { accountHashes, codeHashes, makeCode } from '../oneTimeCodes.ts'
import { refuseAsNew } from '../passwordCheck.ts'

const invalidCode = () => new HttpError(400, messages.invalidCode)

const requestsFrom = ({ keys: [current], address }: Guest): Attempt => ({
  key: `recovery:${hmac(current.accounts, `address ${address}`)}`,
  limit: limits.recoveryRequestsPerAddressPerHour,
})
const wrongTriesFrom = ({ keys: [current], address }: Guest): Attempt => ({
  key: `code:${hmac(current.accounts, `address ${address}`)}`,
  limit: limits.recoveryWrongTriesPerAddressPerHour,
})
const mailsTo = ({ keys: [current] }: Guest, email: string): Attempt => ({
  key: `mail:${hmac(current.accounts, email)}`,
  limit: limits.recoveryMailsPerAccountPerHour,
})

async function waitFor({ db }: Guest, attempt: Attempt, name: Limit): Promise<HttpError> {
  return tooMany(name, Math.max(1, await secondsToWait(db, attempt)))
}

async function refuseAfterWrongTries(context: Guest): Promise<void> {
  const attempt = wrongTriesFrom(context)
  if ((await secondsToWait(context.db, attempt)) > 0) throw await waitFor(context, attempt, 'code')
}

/** @throws {HttpError} always: `refusal`, or 429 beyond the address's wrong tries of an hour */
async function refuseWrongTry(
  context: Guest,
  refusal: HttpError,
  parent_id: number | null = null,
): Promise<never> {
  const { db, address } = context
  const attempt = wrongTriesFrom(context)
  const isCounted = await countAttempt(db, attempt)
  await forgetExpiredCodes(db)
  await audit(db, { action: 'recovery_failed', parent_id, address })
  throw isCounted ? refusal : await waitFor(context, attempt, 'code')
}

/** Uses the code up for a new password: of a hundred at once, one does (R8). */
async function recover(hashes: string[], parent_id: number, password: string, context: Guest) {
  const { db, keys, passwords, mails, address } = context
  const account = await readAccount(db, parent_id)
  if (!account) throw invalidCode()
  refuseAsNew(password, account, context)
  const password_hash = await passwords.hash(password)
  await db.transaction(async (transaction) => {
    await lockAccount(transaction, parent_id)
    if ((await consumeCode(transaction, hashes)) !== parent_id) throw invalidCode()
    if (!(await setPassword(transaction, { parent_id, password_hash }))) throw invalidCode()
    await forgetGuessesOf(transaction, keys, account.email)
    await audit(transaction, { action: 'recovery_confirmed', parent_id, address })
  })
  mails.wake()
  return { success: true, message: messages.passwordRecovered }
}

export const recovery = {
  /** The same statements whether the account exists, so that the answer tells nothing, nor its time (R9). */
  async requestRecovery({ email }, context) {
    const { db, keys, mails, address } = context
    const attempt = requestsFrom(context)
    if (!(await countAttempt(db, attempt))) throw await waitFor(context, attempt, 'recovery')
    const [account] = await findAccount(db).execute({ email })
    const parent_id = account?.is_active ? account.id : null
    await db.transaction(async (transaction) => {
      // First: a second request for the account waits here until this one has its code.
      const isMailed = await countAttempt(transaction, mailsTo(context, email))
      await audit(transaction, { action: 'recovery_requested', parent_id, address })
      if (!isMailed) return // the code that was mailed last stays good
      const { seed, hash } = makeCode(keys, 'recovery')
      await replaceCode(transaction, { accounts: accountHashes(keys, email), parent_id, hash })
      await queueMail(transaction, { kind: 'recovery_code', parent_id, seed })
    })
    mails.wake()
    return { success: true, message: messages.recoveryRequested }
  },

  async confirmRecovery({ email, token, new_password }, context) {
    await refuseAfterWrongTries(context)
    const hashes = codeHashes(context.keys, 'recovery', token)
    const tried = await tryCode(context.db, accountHashes(context.keys, email), hashes)
    const parent_id = tried?.parent_id ?? null
    if (!tried?.is_right || parent_id === null) return refuseWrongTry(context, invalidCode(), parent_id)
    return recover(hashes, parent_id, new_password, context)
  },

  async validateRecovery({ token }, context) {
    await refuseAfterWrongTries(context)
    const parent_id = await ownerOfCode(context.db, codeHashes(context.keys, 'recovery', token))
    if (parent_id === undefined) return refuseWrongTry(context, new HttpError(400, messages.invalidToken))
    return { success: true, message: messages.validCode }
  },

  async changePasswordWithToken({ token, password1, password2 }, context) {
    if (password1 !== password2) throw new HttpError(400, messages.passwordsDiffer)
    await refuseAfterWrongTries(context)
    const hashes = codeHashes(context.keys, 'recovery', token)
    const parent_id = await ownerOfCode(context.db, hashes)
    if (parent_id === undefined) return refuseWrongTry(context, invalidCode())
    return recover(hashes, parent_id, password1, context)
  },
} satisfies Partial<Handlers>
