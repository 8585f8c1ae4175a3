import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { logAccountAccess, logAccountChange, logStudentRut } from '../accounts/accountNews.ts'
import { settleEmailChanges } from '../accounts/emailChanges.ts'
import { revokeAccess } from '../accounts/revokeAccess.ts'
import type { Queryable } from '../db/client/open.ts'
import { parents, students } from '../db/tables/people.ts'
import { addConsent } from '../privacy/consents.ts'

export type Account = typeof parents.$inferSelect
export type IdentityNumber = { rut: string; rut_dv: string }

/** 'same' if the value was that already, 'taken' if it is another person's; nothing has changed then. */
export type Outcome = 'changed' | 'same' | 'taken'

/** Locks an account until the transaction ends, so that no sign-in or password change of it runs at the same time. */
export async function lockParent(transaction: Queryable, parent_id: number): Promise<Account | undefined> {
  const [account] = await transaction
    .select()
    .from(parents)
    .where(eq(parents.id, parent_id))
    .for('no key update')
  return account
}

/** Whether an account other than `parent_id` meets `hasValue`. */
async function isTaken(transaction: Queryable, hasValue: SQL, parent_id: number): Promise<boolean> {
  const rows = await transaction
    .select({ id: parents.id })
    .from(parents)
    .where(and(hasValue, ne(parents.id, parent_id)))
  return rows.length > 0
}

/**
 * Changes the e-mail with which a locked account signs in. Its sessions and one-time passwords end, the old address is
 * told, and imports keep the new one.
 */
export async function changeEmail(
  transaction: Queryable,
  { id, email: old_email }: Account,
  email: string,
  line: { establishment_id?: number; detail: Record<string, unknown> },
): Promise<Outcome> {
  if (old_email === email) return 'same'
  if (await isTaken(transaction, eq(parents.email, email), id)) return 'taken'
  await transaction.update(parents).set({ email, email_by_operator: true }).where(eq(parents.id, id))
  await settleEmailChanges(transaction, [{ parent_id: id, old_email }], line)
  await logAccountChange(transaction, id, 'email', [old_email, email])
  return 'changed'
}

/** Corrects the RUT of a locked account, or gives it one instead of a foreign document. */
export async function changeParentRut(
  transaction: Queryable,
  { id, rut }: Account,
  number: IdentityNumber,
): Promise<Outcome> {
  if (rut === number.rut) return 'same'
  if (await isTaken(transaction, eq(parents.rut, number.rut), id)) return 'taken'
  await transaction
    .update(parents)
    .set({ ...number, foreign_document: null })
    .where(eq(parents.id, id))
  await logAccountChange(transaction, id, 'rut', [rut, number.rut])
  return 'changed'
}

/** Closes or opens a locked account. Closed, its sessions end, and nobody signs in with it. */
export async function setAccountOpen(
  transaction: Queryable,
  { id }: Account,
  isOpen: boolean,
): Promise<void> {
  await transaction.update(parents).set({ is_active: isOpen }).where(eq(parents.id, id))
  if (!isOpen) await revokeAccess(transaction, [id])
  await logAccountAccess(transaction, id, isOpen)
}

type Sharing = { shares_phone?: boolean | undefined; shares_email?: boolean | undefined }
/** Who notes the choice for the guardian: a member of the staff, or a command. */
type Noted = { channel: 'office'; staff_id: number } | { channel: 'command' }

/** Records what the guardian shows to the families of the course, and returns what is shown then. */
export async function setSharing(
  transaction: Queryable,
  { id: parent_id, ...before }: Account,
  { shares_phone, shares_email }: Sharing,
  noted: Noted,
): Promise<{ phone: boolean; email: boolean }> {
  const old = { phone: before.shares_phone, email: before.shares_email }
  const shown = { phone: shares_phone ?? old.phone, email: shares_email ?? old.email }
  // What stays hidden is recorded too: it keeps imports from showing it.
  if (shares_phone !== undefined && (shown.phone !== old.phone || !shown.phone))
    await addConsent(transaction, { parent_id, kind: 'phone', is_granted: shares_phone, ...noted })
  if (shares_email !== undefined && (shown.email !== old.email || !shown.email))
    await addConsent(transaction, { parent_id, kind: 'email', is_granted: shares_email, ...noted })
  await logAccountChange(transaction, parent_id, 'contact', [JSON.stringify(old), JSON.stringify(shown)])
  return shown
}

type StudentKey = { establishment_id: number; student_id: number }
const isStudent = ({ establishment_id, student_id }: StudentKey) =>
  and(eq(students.establishment_id, establishment_id), eq(students.id, student_id))

/** Locks a student of a school until the transaction ends. */
export async function lockStudent(transaction: Queryable, key: StudentKey) {
  const [student] = await transaction.select().from(students).where(isStudent(key)).for('no key update')
  return student
}

/** Corrects the RUN of a locked student, or replaces an IPE by the RUN that the student has received. */
export async function changeStudentRun(
  transaction: Queryable,
  { establishment_id, id, rut }: typeof students.$inferSelect,
  number: IdentityNumber,
): Promise<Outcome> {
  if (rut === number.rut) return 'same'
  const others = await transaction
    .select({ id: students.id })
    .from(students)
    .where(
      and(eq(students.establishment_id, establishment_id), eq(students.rut, number.rut), ne(students.id, id)),
    )
  if (others.length > 0) return 'taken'
  const key = { establishment_id, student_id: id }
  await transaction.update(students).set(number).where(isStudent(key))
  await logStudentRut(transaction, key)
  return 'changed'
}

export const setStudentNames = (
  transaction: Queryable,
  key: StudentKey,
  names: { name: string; last_name: string; second_last_name: string | null },
) => transaction.update(students).set(names).where(isStudent(key))

export const setParentNames = (
  transaction: Queryable,
  parent_id: number,
  names: { name: string; last_name: string },
) => transaction.update(parents).set(names).where(eq(parents.id, parent_id))

/** Sets the name that a student uses, and whether the family may read it at home. */
export const setSocialName = (
  transaction: Queryable,
  key: StudentKey,
  { name, is_shown }: { name: string | null; is_shown: boolean },
) =>
  transaction.update(students).set({ social_name: name, shows_social_name: is_shown }).where(isStudent(key))

/** Whether the guardian has a student, also without access, in another school. */
export async function isLinkedElsewhere(
  transaction: Queryable,
  parent_id: number,
  school_id: number,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select 1 from student_parents
    where parent_id = ${parent_id} and establishment_id <> ${school_id} limit 1`)
  return rows.length > 0
}

/** Whether the guardian has a student, also without access, in the school. */
export async function isLinkedTo(
  transaction: Queryable,
  parent_id: number,
  school_id: number,
): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select 1 from student_parents
    where parent_id = ${parent_id} and establishment_id = ${school_id} limit 1`)
  return rows.length > 0
}
