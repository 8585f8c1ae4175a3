import { messages } from '@apoderados/contract/messages'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { staffLimits } from '@apoderados/core/db/client/limits'
import type { Queryable } from '@apoderados/core/db/client/open'
import { queueStaffMail } from '@apoderados/core/mails/mails'
import { staffPasswordChangesOf } from '@apoderados/core/staff/staffAttempts'
import {
  addFactor,
  countRecoveryCodes,
  decryptTotpSecret,
  encryptTotpSecret,
  type NewFactor,
  readFactors,
  removeFactor,
  replaceRecoveryCodes,
  type StaffFactor,
} from '@apoderados/core/staff/staffFactors'
import {
  auditMember,
  lockStaffMember,
  readStaffMember,
  type StaffAccount,
  setStaffPassword,
} from '@apoderados/core/staff/staffMembers'
import {
  endStaffSessions,
  startFactorOfSession,
  useChallengeOfSession,
} from '@apoderados/core/staff/staffSessions'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { HttpError, unavailableError } from '../../http/errors.ts'
import { confirmationError } from '../officeAuthorization.ts'
import type { OfficeHandlers, StaffContext } from '../officeContext.ts'
import { checkNewPasskey, newPasskeyOptions } from './passkeys.ts'
import { refuseWeakStaffPassword } from './staffPassword.ts'
import { newTotp, stepOfCode } from './totp.ts'

async function readOwnAccount({ db, staff_id }: StaffContext): Promise<StaffAccount> {
  const account = await readStaffMember(db, staff_id)
  if (!account) throw new HttpError(401, officeMessages.sessionEnded)
  return account
}

/**
 * Runs a change of the caller's own sign-in in a transaction that locks the account, writes its line and queues the
 * notice by mail.
 */
async function changeOwnSignIn<T>(
  { db, mails, staff_id, session, address }: StaffContext,
  action: RegisterAction,
  change: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  const changed = await db.transaction(async (transaction) => {
    await lockStaffMember(transaction, staff_id)
    const result = await change(transaction)
    await auditMember(transaction, { action, staff_id, session_id: session.session_id, address })
    await queueStaffMail(transaction, { kind: 'staff_security', staff_id })
    return result
  })
  mails.wake()
  return changed
}

/** Refuses to replace or remove a factor that itself gave the last confirmation: only another one may. */
function refuseOwnProof({ id }: StaffFactor, { session }: StaffContext): void {
  if (session.confirmed_by === id) throw confirmationError('confirm_another')
}

/** Adds a factor; a new app of codes replaces the one before. */
async function addOwnFactor(factor: NewFactor, context: StaffContext) {
  const { staff_id } = context
  await changeOwnSignIn(context, 'staff_factor_added', async (transaction) => {
    const factors = await readFactors(transaction, staff_id)
    const replaced = factor.kind === 'totp' ? factors.find(({ kind }) => kind === 'totp') : undefined
    if (replaced) {
      refuseOwnProof(replaced, context)
      await removeFactor(transaction, staff_id, replaced.id)
    } else if (factors.length >= staffLimits.factorsPerMember) {
      throw new HttpError(409, officeMessages.tooManyFactors)
    }
    if (!(await addFactor(transaction, staff_id, factor)))
      throw new HttpError(409, officeMessages.passkeyExists)
  })
  return { success: true, message: officeMessages.factorAdded }
}

export const factorsHandlers = {
  async changeStaffPassword({ current_password, new_password }, context) {
    const { db, keys, passwords, staff_id, session, deadlineAt } = context
    const since = performance.now()
    const account = await readOwnAccount(context)
    const isRight = await limitGuess(db, 'login', [staffPasswordChangesOf(keys, staff_id)], async () =>
      (await passwords.matches(current_password, account.password_hash)) ? true : undefined,
    )
    // 400, because 401 would end the console's session (R14).
    if (!isRight) throw new HttpError(400, officeMessages.wrongCurrentPassword)
    refuseWeakStaffPassword(new_password, account)
    const password_hash = await passwords.hash(new_password, since)
    if (performance.now() > deadlineAt) throw unavailableError('hashing') // the caller already got 503
    await changeOwnSignIn(context, 'staff_password_changed', async (transaction) => {
      if (!(await setStaffPassword(transaction, account, password_hash, { isNew: true })))
        throw new HttpError(400, officeMessages.wrongCurrentPassword)
      await endStaffSessions(transaction, staff_id, session.session_id)
    })
    return { success: true, message: officeMessages.passwordChanged }
  },

  async listFactors(_, { db, staff_id }) {
    const factors = await readFactors(db, staff_id)
    return {
      factors: factors.map(({ id, kind, name, created_at, last_used_at }) => ({
        id,
        kind,
        name,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
      recovery_codes_left: await countRecoveryCodes(db, staff_id),
    }
  },

  async startTotp(_, context) {
    const { db, keys, staff_id, session } = context
    const started = newTotp((await readOwnAccount(context)).email)
    const totp_secret = encryptTotpSecret(keys, staff_id, started.secret)
    await startFactorOfSession(db, session.session_id, { totp_secret })
    return started
  },

  async addTotp({ name, code }, context) {
    const { keys, staff_id, session } = context
    const { totp_secret } = session
    const secret = totp_secret === null ? undefined : decryptTotpSecret(keys, staff_id, totp_secret)
    if (totp_secret === null || secret === undefined) throw new HttpError(409, officeMessages.notStarted)
    const step = await stepOfCode(secret, code)
    if (step === undefined) throw new HttpError(400, officeMessages.wrongCode)
    return addOwnFactor({ kind: 'totp', name, secret: totp_secret, last_step: step }, context)
  },

  async startPasskey(_, context) {
    const { db, staff_id, session, officeAddress } = context
    const account = await readOwnAccount(context)
    const options = await newPasskeyOptions(account, await readFactors(db, staff_id), officeAddress)
    await startFactorOfSession(db, session.session_id, { challenge: options.challenge })
    return { options: options as unknown as Record<string, unknown> }
  },

  async addPasskey({ name, passkey }, context) {
    const { db, session, officeAddress } = context
    const { challenge, session_id } = session
    if (challenge === null || !(await useChallengeOfSession(db, session_id, challenge)))
      throw new HttpError(409, officeMessages.notStarted)
    const factor = await checkNewPasskey(passkey, challenge, name, officeAddress)
    if (!factor) throw new HttpError(400, officeMessages.wrongPasskey)
    return addOwnFactor(factor, context)
  },

  async removeFactor({ id }, context) {
    const { staff_id, session } = context
    await changeOwnSignIn(context, 'staff_factor_removed', async (transaction) => {
      const factors = await readFactors(transaction, staff_id)
      const removed = factors.find((factor) => factor.id === id)
      if (!removed) throw new HttpError(404, messages.notFound)
      if (factors.length === 1) throw new HttpError(409, officeMessages.lastFactor)
      refuseOwnProof(removed, context)
      await removeFactor(transaction, staff_id, id)
      await endStaffSessions(transaction, staff_id, session.session_id)
    })
    return { success: true, message: officeMessages.factorRemoved }
  },

  async replaceRecoveryCodes(_, context) {
    const { keys, staff_id } = context
    const codes = await changeOwnSignIn(context, 'staff_recovery_codes_replaced', (transaction) =>
      replaceRecoveryCodes(transaction, keys, staff_id),
    )
    return { success: true as const, codes }
  },
} satisfies Partial<OfficeHandlers>
