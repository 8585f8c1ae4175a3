import { messages } from '@apoderados/contract/messages'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { permissionsOf } from '@apoderados/contract/office/roles'
import type { MeResponse } from '@apoderados/contract/office/staffSession'
import { callsOf } from '@apoderados/core/accounts/attemptKeys'
import { staffSignInsTo } from '@apoderados/core/staff/staffAttempts'
import { readFactors } from '@apoderados/core/staff/staffFactors'
import {
  auditMember,
  findStaffByEmail,
  noteStaffLogin,
  readStaffMember,
  schoolsOfMember,
  setStaffPassword,
} from '@apoderados/core/staff/staffMembers'
import {
  confirmStaffSession,
  endStaffSession,
  openStaffSession,
  readStaffSession,
} from '@apoderados/core/staff/staffSessions'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { HttpError } from '../../http/errors.ts'
import type { OfficeContext, OfficeHandlers } from '../officeContext.ts'
import { proveSecondFactor, startPasskeyProof } from './factorProof.ts'

const invalidCredentialsError = () => new HttpError(401, messages.invalidCredentials)

/** Returns the account of an e-mail and password. Every failure has the same refusal and takes as long (R7). */
async function authenticate(email: string, password: string, context: OfficeContext) {
  const { db, keys, address, passwords, auditRateLimit } = context
  const account = await findStaffByEmail(db, email)
  const attempts = [callsOf({ keys, address, device: undefined }, 'staff login'), staffSignInsTo(keys, email)]
  const authenticated = await limitGuess(db, 'login', attempts, async () =>
    (await passwords.matches(password, account?.password_hash)) ? account : undefined,
  )
  if (authenticated) return authenticated
  if (auditRateLimit(address))
    await auditMember(db, { action: 'staff_login_failed', staff_id: account?.id ?? null, address })
  throw invalidCredentialsError()
}

async function readMe(
  { db }: Pick<OfficeContext, 'db'>,
  staff_id: number,
  session_ends_at: Date,
): Promise<MeResponse> {
  const member = await readStaffMember(db, staff_id)
  if (!member) throw new HttpError(401, officeMessages.sessionEnded)
  const { id, name, email } = member
  const schools = await schoolsOfMember(db, staff_id)
  return {
    id,
    name,
    email,
    session_ends_at: session_ends_at.toISOString(),
    schools: schools.map((school) => ({ ...school, permissions: permissionsOf(school.role) })),
  }
}

export const officeSessionHandlers = {
  async signIn({ email, password }, context) {
    const { db, passwords, cookie } = context
    const account = await authenticate(email, password, context)
    const stored = account.password_hash as string
    const password_hash = passwords.isOutdated(stored) ? await passwords.hash(password) : stored
    const { token } = await db.transaction(async (transaction) => {
      if (!(await setStaffPassword(transaction, account, password_hash, { isNew: false })))
        throw invalidCredentialsError()
      return openStaffSession(transaction, { staff_id: account.id, has_factor: false })
    })
    const kinds = (await readFactors(db, account.id)).map(({ kind }) => kind)
    cookie.send(token)
    return {
      success: true as const,
      factors: { totp: kinds.includes('totp'), passkey: kinds.includes('passkey') },
    }
  },

  startPasskeySignIn: (_, context) => startPasskeyProof(context),

  /** Replaces the session of the password by one with another token, so that the first grants nothing (R12). */
  async proveFactor(proof, context) {
    const { db, cookie, staff_id, session, address } = context
    const proved = await proveSecondFactor(proof, context)
    const opened = await db.transaction(async (transaction) => {
      await noteStaffLogin(transaction, staff_id)
      if (!(await endStaffSession(transaction, session.session_id)))
        throw new HttpError(401, officeMessages.sessionEnded)
      const next = await openStaffSession(transaction, {
        staff_id,
        has_factor: true,
        confirmed_by: proved.id,
      })
      const { session_id } = next
      const detail = { factor: proved.kind }
      await auditMember(transaction, { action: 'staff_login', staff_id, session_id, address, detail })
      return next
    })
    cookie.send(opened.token)
    return readMe(context, staff_id, opened.expires_at)
  },

  async signOut(_, { db, cookie, address }) {
    const access = cookie.token === undefined ? undefined : await readStaffSession(db, cookie.token, null)
    if (access) {
      const { session_id, staff_id, has_factor } = access.session
      await db.transaction(async (transaction) => {
        const isEnded = await endStaffSession(transaction, session_id)
        if (isEnded && has_factor)
          await auditMember(transaction, { action: 'staff_logout', staff_id, session_id, address })
      })
    }
    cookie.remove()
    return { success: true, message: officeMessages.signedOut }
  },

  startPasskeyConfirmation: (_, context) => startPasskeyProof(context),

  async confirm(proof, context) {
    const proved = await proveSecondFactor(proof, context)
    await confirmStaffSession(context.db, context.session.session_id, proved.id)
    return { success: true, message: officeMessages.confirmed }
  },

  getMe: (_, context) => readMe(context, context.staff_id, context.session.expires_at),
} satisfies Partial<OfficeHandlers>
