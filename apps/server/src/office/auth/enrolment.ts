import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { codeHashes } from '@apoderados/core/secrets/oneTimeCodes'
import { totpAttemptsOf } from '@apoderados/core/staff/staffAttempts'
import {
  addFactor,
  decryptTotpSecret,
  encryptTotpSecret,
  type NewFactor,
  replaceRecoveryCodes,
} from '@apoderados/core/staff/staffFactors'
import {
  acceptInvitation,
  findStaffInvitation,
  type StaffInvitation,
  startFactorOfInvitation,
} from '@apoderados/core/staff/staffInvitations'
import { auditMember, noteStaffLogin } from '@apoderados/core/staff/staffMembers'
import { openStaffSession } from '@apoderados/core/staff/staffSessions'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { HttpError, unavailableError } from '../../http/errors.ts'
import type { OfficeContext, OfficeHandlers } from '../officeContext.ts'
import { checkNewPasskey, newPasskeyOptions } from './passkeys.ts'
import { refuseWeakStaffPassword } from './staffPassword.ts'
import { newTotp, stepOfCode } from './totp.ts'

const invalidInvitationError = () => new HttpError(400, officeMessages.invitationInvalid)

const hashesOf = ({ keys }: OfficeContext, secret: string) => codeHashes(keys, 'staff_invitation', secret)

/** Returns the invitation of a link. @throws {HttpError} 400 if the link has expired, or was used or replaced */
async function findInvitation(secret: string, context: OfficeContext): Promise<StaffInvitation> {
  const found = await findStaffInvitation(context.db, hashesOf(context, secret))
  if (!found) throw invalidInvitationError()
  return found
}

type NewFactorInput = {
  factor_name: string
  code?: string | undefined
  passkey?: Record<string, unknown> | undefined
}

/** Returns the factor that the person has registered since the start of it. @throws {HttpError} 400, 409, 429 */
async function factorOf(
  { factor_name: name, code, passkey = {} }: NewFactorInput,
  { staff_id, totp_secret, challenge }: StaffInvitation,
  { db, keys, officeAddress }: OfficeContext,
): Promise<NewFactor> {
  if (code === undefined) {
    if (challenge === null) throw new HttpError(409, officeMessages.notStarted)
    const factor = await checkNewPasskey(passkey, challenge, name, officeAddress)
    if (!factor) throw new HttpError(400, officeMessages.wrongPasskey)
    return factor
  }
  const secret = totp_secret === null ? undefined : decryptTotpSecret(keys, staff_id, totp_secret)
  if (totp_secret === null || secret === undefined) throw new HttpError(409, officeMessages.notStarted)
  const step = await limitGuess(db, 'code', [totpAttemptsOf(keys, staff_id)], () => stepOfCode(secret, code))
  if (step === undefined) throw new HttpError(400, officeMessages.wrongCode)
  return { kind: 'totp', name, secret: totp_secret, last_step: step }
}

export const enrolmentHandlers = {
  async getEnrolment({ invitation }, context) {
    const { name, email, schools } = await findInvitation(invitation, context)
    return { name, email, schools }
  },

  async startEnrolmentTotp({ invitation }, context) {
    const { db, keys } = context
    const { staff_id, email } = await findInvitation(invitation, context)
    const started = newTotp(email)
    const totp_secret = encryptTotpSecret(keys, staff_id, started.secret)
    await startFactorOfInvitation(db, staff_id, { totp_secret })
    return started
  },

  async startEnrolmentPasskey({ invitation }, context) {
    const { db, officeAddress } = context
    const { staff_id, email, name } = await findInvitation(invitation, context)
    const options = await newPasskeyOptions({ email, name }, [], officeAddress)
    await startFactorOfInvitation(db, staff_id, { challenge: options.challenge })
    return { options: options as unknown as Record<string, unknown> }
  },

  /** Sets password, second factor and recovery codes in one transaction: no account ever has the password alone. */
  async enrol({ invitation, password, ...given }, context) {
    const { db, keys, passwords, cookie, address, deadlineAt } = context
    const found = await findInvitation(invitation, context)
    const { staff_id } = found
    refuseWeakStaffPassword(password, found)
    const factor = await factorOf(given, found, context)
    const password_hash = await passwords.hash(password)
    if (performance.now() > deadlineAt) throw unavailableError('hashing') // the caller already got 503
    const hashes = hashesOf(context, invitation)
    const { token, codes } = await db.transaction(async (transaction) => {
      if (!(await acceptInvitation(transaction, { hashes, staff_id, password_hash })))
        throw invalidInvitationError()
      const factor_id = await addFactor(transaction, staff_id, factor)
      if (!factor_id) throw new HttpError(409, officeMessages.passkeyExists)
      const codes = await replaceRecoveryCodes(transaction, keys, staff_id)
      await noteStaffLogin(transaction, staff_id)
      const opened = await openStaffSession(transaction, {
        staff_id,
        has_factor: true,
        confirmed_by: factor_id,
      })
      const { session_id } = opened
      const detail = { factor: factor.kind }
      await auditMember(transaction, { action: 'staff_enrolled', staff_id, session_id, address, detail })
      return { token: opened.token, codes }
    })
    cookie.send(token)
    return { success: true as const, codes }
  },
} satisfies Partial<OfficeHandlers>
