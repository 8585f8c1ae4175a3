import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { FactorProof } from '@apoderados/contract/office/staffSession'
import { queueStaffMail } from '@apoderados/core/mails/mails'
import { otherProofsOf, totpAttemptsOf } from '@apoderados/core/staff/staffAttempts'
import {
  decryptTotpSecret,
  notePasskeyUse,
  noteTotpUse,
  readFactors,
  useRecoveryCode,
} from '@apoderados/core/staff/staffFactors'
import { auditMember } from '@apoderados/core/staff/staffMembers'
import { startFactorOfSession, useChallengeOfSession } from '@apoderados/core/staff/staffSessions'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { HttpError } from '../../http/errors.ts'
import type { StaffContext } from '../officeContext.ts'
import { checkPasskey, passkeyOptions } from './passkeys.ts'
import { stepOfCode } from './totp.ts'

/** A proved second factor: its id, or null for a recovery code. */
export type ProvedFactor = { id: string | null; kind: 'totp' | 'passkey' | 'recovery_code' }

async function proveTotp(
  code: string,
  { db, keys, staff_id }: StaffContext,
): Promise<ProvedFactor | undefined> {
  const factors = await readFactors(db, staff_id)
  const factor = factors.find(({ kind }) => kind === 'totp')
  const secret = factor?.secret ? decryptTotpSecret(keys, staff_id, factor.secret) : undefined
  const step = secret === undefined ? undefined : await stepOfCode(secret, code)
  if (!factor || step === undefined || !(await noteTotpUse(db, factor.id, step))) return undefined
  return { id: factor.id, kind: 'totp' }
}

async function provePasskey(
  response: Record<string, unknown>,
  { db, staff_id, session, officeAddress }: StaffContext,
): Promise<ProvedFactor | undefined> {
  const { session_id, challenge } = session
  if (challenge === null || !(await useChallengeOfSession(db, session_id, challenge))) return undefined
  const proved = await checkPasskey(response, challenge, await readFactors(db, staff_id), officeAddress)
  if (!proved) return undefined
  await notePasskeyUse(db, proved.factor.id, proved.counter)
  return { id: proved.factor.id, kind: 'passkey' }
}

async function proveRecoveryCode(typed: string, context: StaffContext): Promise<ProvedFactor | undefined> {
  const { db, keys, staff_id, session, address, mails } = context
  const isRight = await db.transaction(async (transaction) => {
    if (!(await useRecoveryCode(transaction, keys, staff_id, typed))) return false
    await queueStaffMail(transaction, { kind: 'staff_security', staff_id })
    await auditMember(transaction, {
      action: 'staff_recovery_code_used',
      staff_id,
      session_id: session.session_id,
      address,
    })
    return true
  })
  if (isRight) mails.wake()
  return isRight ? { id: null, kind: 'recovery_code' } : undefined
}

/** Checks a proof of the second factor under the limits of its kind. @throws {HttpError} 400 if it is wrong, 429 */
export async function proveSecondFactor(proof: FactorProof, context: StaffContext): Promise<ProvedFactor> {
  const { db, keys, staff_id, session, address, auditRateLimit } = context
  const { code, passkey, recovery_code = '' } = proof
  const [attempt, prove, refusal] =
    code !== undefined
      ? ([totpAttemptsOf(keys, staff_id), () => proveTotp(code, context), officeMessages.wrongCode] as const)
      : passkey !== undefined
        ? ([
            otherProofsOf(keys, staff_id),
            () => provePasskey(passkey, context),
            officeMessages.wrongPasskey,
          ] as const)
        : ([
            otherProofsOf(keys, staff_id),
            () => proveRecoveryCode(recovery_code, context),
            officeMessages.wrongRecoveryCode,
          ] as const)
  const proved = await limitGuess(db, 'code', [attempt], prove)
  if (proved) return proved
  const { session_id } = session
  if (auditRateLimit(address))
    await auditMember(db, { action: 'staff_factor_failed', staff_id, session_id, address })
  throw new HttpError(400, refusal)
}

/** Returns the options of a passkey's proof, and stores its challenge in the session. */
export async function startPasskeyProof({ db, staff_id, session, officeAddress }: StaffContext) {
  const options = await passkeyOptions(await readFactors(db, staff_id), officeAddress)
  await startFactorOfSession(db, session.session_id, { challenge: options.challenge })
  return { options: options as unknown as Record<string, unknown> }
}
