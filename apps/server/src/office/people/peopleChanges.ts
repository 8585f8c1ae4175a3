import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { parseRun } from '@apoderados/contract/values/rut'
import { forgetAttemptsOnAccount } from '@apoderados/core/accounts/attemptKeys'
import { audit } from '@apoderados/core/audit/audit'
import { holdOffImports } from '@apoderados/core/db/client/locks'
import type { Queryable } from '@apoderados/core/db/client/open'
import {
  type Account,
  changeEmail,
  changeParentRut,
  changeStudentRun,
  isLinkedElsewhere,
  isLinkedTo,
  lockParent,
  lockStudent,
  type Outcome,
  setAccountOpen,
  setParentNames,
  setSharing,
  setSocialName,
  setStudentNames,
} from '@apoderados/core/people/accountChanges'
import { findGuardian, insertGuardian } from '@apoderados/core/people/guardians'
import {
  addLink,
  blockLinks,
  type LinkKey,
  lockLink,
  readVisibleStudents,
  removeLink,
  restoreLink,
  setRepresentative,
} from '@apoderados/core/people/links'
import { readLastAct } from '@apoderados/core/staff/schoolRegister'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'

const refusal = (message: string) => new HttpError(409, message)
const done = (message: string) => ({ success: true, message })

/**
 * Runs a transaction with the account that writes people, which the server's own may not. Unless it runs `besideImport`,
 * it is refused while an import writes, which compared the data earlier and would overwrite the change.
 * @throws {HttpError} 503 if this process has no such account, 409
 */
export async function write<T>(
  { writer }: SchoolContext,
  work: (transaction: Queryable) => Promise<T>,
  { besideImport = false } = {},
): Promise<T> {
  if (!writer) throw new HttpError(503, officeMessages.peopleAreReadOnly)
  return writer.transaction(async (transaction) => {
    if (!besideImport && !(await holdOffImports(transaction))) throw refusal(officeMessages.importIsWriting)
    return work(transaction)
  })
}

type Act = { student_id?: number; parent_id?: number; detail?: Record<string, unknown> }

/** Writes the line of an act of the caller. */
export const auditAct = (
  transaction: Queryable,
  { staff_id, session, address }: SchoolContext,
  school_id: number,
  action: RegisterAction,
  act: Act,
) =>
  audit(transaction, {
    ...act,
    action,
    staff_id,
    establishment_id: school_id,
    session_id: session.session_id,
    address,
  })

/** Locks a guardian of the school. @throws {HttpError} 404 */
export async function lockGuardian(
  transaction: Queryable,
  { school_id, parent_id }: { school_id: number; parent_id: number },
): Promise<Account> {
  const account = (await isLinkedTo(transaction, parent_id, school_id))
    ? await lockParent(transaction, parent_id)
    : undefined
  if (!account) throw notFoundError()
  return account
}

/** Locks a guardian of this school alone: an account also opens what other schools keep. @throws {HttpError} 404, 409 */
export async function lockOwnGuardian(
  transaction: Queryable,
  guardian: { school_id: number; parent_id: number },
): Promise<Account> {
  const account = await lockGuardian(transaction, guardian)
  if (await isLinkedElsewhere(transaction, guardian.parent_id, guardian.school_id))
    throw refusal(officeMessages.guardianElsewhere)
  return account
}

/** @throws {HttpError} 409 with who changed the values since the form showed them */
async function requireUnchanged(
  transaction: Queryable,
  about: { school_id: number; student_id?: number; parent_id?: number },
  before: object,
  current: object,
): Promise<void> {
  const isSame = Object.entries(before).every(
    ([field, value]) => (current as Record<string, unknown>)[field] === value,
  )
  if (isSame) return
  const last = await readLastAct(transaction, about)
  const shown = Object.fromEntries(
    Object.keys(before).map((field) => [field, (current as Record<string, unknown>)[field]]),
  )
  throw conflictError({ by: last?.by ?? null, at: last?.at ?? new Date().toISOString(), current: shown })
}

/** @throws {HttpError} 409 if the value is another person's */
function refuseTaken(outcome: Outcome, message: string): void {
  if (outcome === 'taken') throw refusal(message)
}

type LinkRequest = { school_id: number; student_id: number; parent_id: number }
const linkOf = ({ school_id, student_id, parent_id }: LinkRequest): LinkKey => ({
  establishment_id: school_id,
  student_id,
  parent_id,
})

/** Locks a link of the school. @throws {HttpError} 404 */
async function lockLinkOf(transaction: Queryable, link: LinkKey): Promise<{ has_access: boolean }> {
  const found = await lockLink(transaction, link)
  if (!found) throw notFoundError()
  return found
}

export const peopleChangeHandlers = {
  async correctStudent({ school_id, student_id, run, before, ...names }, context) {
    await write(context, async (transaction) => {
      const key = { establishment_id: school_id, student_id }
      const student = await lockStudent(transaction, key)
      if (!student) throw notFoundError()
      await requireUnchanged(transaction, { school_id, student_id }, before, student)
      const second_last_name = names.second_last_name || null
      await setStudentNames(transaction, key, { ...names, second_last_name })
      const number = run === null ? undefined : parseRun(run)
      if (number) refuseTaken(await changeStudentRun(transaction, student, number), officeMessages.runTaken)
      await auditAct(transaction, context, school_id, 'people_student_corrected', { student_id })
    })
    return done(officeMessages.personCorrected)
  },

  async setSocialName({ school_id, student_id, name, is_shown }, context) {
    await write(context, async (transaction) => {
      const key = { establishment_id: school_id, student_id }
      if (!(await lockStudent(transaction, key))) throw notFoundError()
      await setSocialName(transaction, key, { name: name || null, is_shown })
      await auditAct(transaction, context, school_id, 'people_social_name_set', { student_id })
    })
    return done(officeMessages.personCorrected)
  },

  async correctGuardian({ school_id, parent_id, run, before, name, last_name }, context) {
    await write(context, async (transaction) => {
      const account = await lockOwnGuardian(transaction, { school_id, parent_id })
      await requireUnchanged(transaction, { school_id, parent_id }, before, account)
      await setParentNames(transaction, parent_id, { name, last_name })
      const number = run === null ? undefined : parseRun(run)
      if (number) refuseTaken(await changeParentRut(transaction, account, number), officeMessages.runTaken)
      await auditAct(transaction, context, school_id, 'people_guardian_corrected', { parent_id })
    })
    return done(officeMessages.personCorrected)
  },

  async correctEmail({ school_id, parent_id, email, before }, context) {
    await write(context, async (transaction) => {
      const account = await lockOwnGuardian(transaction, { school_id, parent_id })
      await requireUnchanged(transaction, { school_id, parent_id }, { email: before }, account)
      const detail = { staff_id: context.staff_id }
      const line = { establishment_id: school_id, detail }
      const outcome = await changeEmail(transaction, account, email, line)
      if (outcome === 'same') throw refusal(officeMessages.sameEmail)
      refuseTaken(outcome, officeMessages.emailTaken)
      await auditAct(transaction, context, school_id, 'people_email_corrected', { parent_id })
    })
    context.mails.wake()
    return done(officeMessages.emailCorrected)
  },

  async setSharing({ school_id, parent_id, ...shares }, context) {
    await write(context, async (transaction) => {
      const account = await lockOwnGuardian(transaction, { school_id, parent_id })
      const noted = { channel: 'office', staff_id: context.staff_id } as const
      const detail = await setSharing(transaction, account, shares, noted)
      await auditAct(transaction, context, school_id, 'people_sharing_set', { parent_id, detail })
    })
    return done(officeMessages.personCorrected)
  },

  async setRepresentative({ is_representative, ...request }, context) {
    const { school_id, student_id, parent_id } = request
    await write(context, async (transaction) => {
      const link = linkOf(request)
      await lockLinkOf(transaction, link)
      await setRepresentative(transaction, link, is_representative)
      const detail = { after: is_representative }
      await auditAct(transaction, context, school_id, 'people_representative_set', {
        student_id,
        parent_id,
        detail,
      })
    })
    return done(officeMessages.personCorrected)
  },

  async unlockGuardian({ school_id, parent_id }, context) {
    await write(
      context,
      async (transaction) => {
        const { email } = await lockGuardian(transaction, { school_id, parent_id })
        await forgetAttemptsOnAccount(transaction, context.keys, email)
        await auditAct(transaction, context, school_id, 'people_unlocked', { parent_id })
      },
      { besideImport: true },
    )
    return done(officeMessages.accountUnlocked)
  },

  async closeAccount({ school_id, parent_id }, context) {
    await write(
      context,
      async (transaction) => {
        const account = await lockOwnGuardian(transaction, { school_id, parent_id })
        if (!account.is_active) throw refusal(officeMessages.accountWasClosed)
        await setAccountOpen(transaction, account, false)
        await auditAct(transaction, context, school_id, 'people_account_closed', { parent_id })
      },
      { besideImport: true },
    )
    return done(officeMessages.accountClosed)
  },

  async openAccount({ school_id, parent_id }, context) {
    await write(context, async (transaction) => {
      const account = await lockOwnGuardian(transaction, { school_id, parent_id })
      if (account.is_active) throw refusal(officeMessages.accountWasOpen)
      await setAccountOpen(transaction, account, true)
      await auditAct(transaction, context, school_id, 'people_account_opened', { parent_id })
    })
    return done(officeMessages.accountOpened)
  },

  async blockAccess({ reason, all, ...request }, context) {
    const { school_id, student_id, parent_id } = request
    await write(
      context,
      async (transaction) => {
        const link = linkOf(request)
        await lockLinkOf(transaction, link)
        const visible = (await readVisibleStudents(transaction, parent_id))
          .map(({ ids }) => ids)
          .filter((ids) => ids.establishment_id === school_id && (all || ids.student_id === student_id))
        const others = visible.filter((ids) => ids.student_id !== student_id)
        await blockLinks(transaction, [link, ...others], visible, reason)
        for (const { student_id } of [link, ...others])
          await auditAct(transaction, context, school_id, 'people_access_blocked', {
            student_id,
            parent_id,
            detail: { reason },
          })
      },
      { besideImport: true },
    )
    return done(officeMessages.accessBlocked)
  },

  async restoreAccess(request, context) {
    const { school_id, student_id, parent_id } = request
    await write(context, async (transaction) => {
      const { has_access } = await lockLinkOf(transaction, linkOf(request))
      if (has_access) throw refusal(officeMessages.accessIsOpen)
      await restoreLink(transaction, linkOf(request))
      await auditAct(transaction, context, school_id, 'people_access_restored', { student_id, parent_id })
    })
    return done(officeMessages.accessRestored)
  },

  async removeLink(request, context) {
    const { school_id, student_id, parent_id } = request
    await write(context, async (transaction) => {
      const { has_access } = await lockLinkOf(transaction, linkOf(request))
      // Without the blocked link, the next import would open the access.
      if (!has_access) throw refusal(officeMessages.linkIsBlocked)
      await removeLink(transaction, linkOf(request))
      await auditAct(transaction, context, school_id, 'people_link_removed', { student_id, parent_id })
    })
    return done(officeMessages.linkRemoved)
  },

  async addGuardian({ school_id, student_id, document, person, ...kinship }, context) {
    await write(context, async (transaction) => {
      if (!(await lockStudent(transaction, { establishment_id: school_id, student_id })))
        throw notFoundError()
      const parent_id = await findOrInsertGuardian(transaction, { school_id, document, person })
      const link = { establishment_id: school_id, student_id, parent_id }
      const other_type = kinship.parent_type === 'other' ? kinship.other_type || null : null
      if (!(await addLink(transaction, link, { ...kinship, other_type })))
        throw refusal(officeMessages.alreadyLinked)
      await auditAct(transaction, context, school_id, 'people_guardian_added', { student_id, parent_id })
    })
    return done(officeMessages.guardianAdded)
  },
} satisfies Partial<OfficeHandlers>

type NewGuardian = {
  school_id: number
  document: string
  person: { name: string; last_name: string; email: string; phone: string | null } | null
}

/**
 * Returns the id of the account with a document. One that only another school has is linked if its e-mail is given too,
 * as in an import. @throws {HttpError} 409
 */
async function findOrInsertGuardian(
  transaction: Queryable,
  { school_id, document, person }: NewGuardian,
): Promise<number> {
  const found = await findGuardian(transaction, document)
  if (found) {
    const isOwn = await isLinkedTo(transaction, found.id, school_id)
    if (!isOwn && person?.email !== found.email) throw refusal(officeMessages.guardianOfAnotherSchool)
    return found.id
  }
  if (!person) throw refusal(officeMessages.personRequired)
  const id = await insertGuardian(transaction, document, person)
  if (id === undefined) throw refusal(officeMessages.emailTaken)
  return id
}
