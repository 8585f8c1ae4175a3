import type { StaffRole } from '@apoderados/contract/office/roles'
import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditRow, audit } from '../audit/audit.ts'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { demoSchool, establishments } from '../db/tables/schools.ts'
import { staff, staffInvitations, staffSchools } from '../db/tables/staff.ts'
import type { Keys } from '../secrets/keys.ts'
import { inviteStaffMember, removeStaffSecrets } from './staffInvitations.ts'

/** A time in ISO 8601 to the microsecond, which a Date would round. */
const exactTime = (column: typeof staffSchools.changed_at) => sql<string>`to_json(${column}) #>> '{}'`

/** The member's schools with the member's role, by name. */
export const schoolsOfMember = (db: Queryable, staff_id: number) =>
  db
    .select({ ...pick(establishments, 'id', 'name', 'rbd', 'time_zone'), role: staffSchools.role })
    .from(staffSchools)
    .innerJoin(establishments, eq(establishments.id, staffSchools.establishment_id))
    .where(and(eq(staffSchools.staff_id, staff_id), isNull(staffSchools.ended_at)))
    .orderBy(asc(establishments.name))

/** What a sign-in and a change of the password need of an account. */
const accountColumns = {
  ...pick(staff, 'id', 'email', 'name', 'password_hash'),
  changed_at: sql<string | null>`${staff.password_changed_at}::text`,
  is_demo: sql<boolean>`exists (select from ${demoSchool} where not ${demoSchool.is_off})`,
}

export async function findStaffByEmail(db: Queryable, email: string) {
  const [account] = await db.select(accountColumns).from(staff).where(eq(staff.email, email))
  return account
}

export async function readStaffMember(db: Queryable, id: number) {
  const [account] = await db.select(accountColumns).from(staff).where(eq(staff.id, id))
  return account
}

export type StaffAccount = NonNullable<Awaited<ReturnType<typeof readStaffMember>>>

/**
 * Sets the password's hash if the password is the one of `account`. Returns false if it has changed since. Call it
 * first in a transaction: it locks the member's row.
 */
export async function setStaffPassword(
  transaction: Queryable,
  { id, changed_at }: Pick<StaffAccount, 'id' | 'changed_at'>,
  password_hash: string,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const set = await transaction
    .update(staff)
    .set({ password_hash, ...(isNew && { password_changed_at: sql`clock_timestamp()` }) })
    .where(
      and(
        eq(staff.id, id),
        sql`${staff.password_hash} is not null`,
        sql`${staff.password_changed_at} is not distinct from ${changed_at}::timestamptz`,
      ),
    )
    .returning({ id: staff.id })
  return set.length > 0
}

/** Locks a member's row until the transaction ends, so that changes of the member's sign-in follow each other. */
export const lockStaffMember = (transaction: Queryable, id: number) =>
  transaction.select({ id: staff.id }).from(staff).where(eq(staff.id, id)).for('no key update')

export const noteStaffLogin = (transaction: Queryable, id: number) =>
  transaction.update(staff).set({ last_login_at: sql`now()` }).where(eq(staff.id, id))

const changer = alias(staff, 'changer')

/** The members of a school with access, by name. */
export async function readStaffOfSchool(db: Queryable, school_id: number): Promise<StaffMember[]> {
  const rows = await db
    .select({
      ...pick(staff, 'id', 'name', 'email', 'last_login_at'),
      role: staffSchools.role,
      state: sql<StaffMember['state']>`case when ${staff.password_hash} is not null then 'active'
        when ${staffInvitations.expires_at} > now() then 'invited' else 'expired' end`,
      changed_by: changer.name,
      changed_at: exactTime(staffSchools.changed_at),
    })
    .from(staffSchools)
    .innerJoin(staff, eq(staff.id, staffSchools.staff_id))
    .leftJoin(staffInvitations, eq(staffInvitations.staff_id, staff.id))
    .leftJoin(changer, eq(changer.id, staffSchools.changed_by))
    .where(and(eq(staffSchools.establishment_id, school_id), isNull(staffSchools.ended_at)))
    .orderBy(asc(staff.name), asc(staff.id))
  return rows.map(({ last_login_at, ...row }) => ({
    ...row,
    last_login_at: last_login_at?.toISOString() ?? null,
  }))
}

/** Who changes the staff: a staff member with the fields of the audit line, or the operator. */
export type Changer = { by: number | null; keys: Keys }

type NewMember = { school_id: number; email: string; name: string; role: StaffRole }

/**
 * Gives a person access to a school. A person who is not enrolled gets a link to enrol; its secret is returned.
 * Returns 'present' if the person has access already.
 */
export async function addStaffMember(
  transaction: Queryable,
  { school_id, email, name, role }: NewMember,
  { by, keys }: Changer,
): Promise<'present' | { staff_id: number; invitation: string | undefined }> {
  await transaction.insert(staff).values({ email, name }).onConflictDoNothing()
  const [member] = await transaction.select().from(staff).where(eq(staff.email, email)).for('no key update')
  const { id: staff_id, password_hash } = member as typeof staff.$inferSelect
  const access = { role, changed_by: by, changed_at: sql`clock_timestamp()`, ended_at: null }
  const added = await transaction
    .insert(staffSchools)
    .values({ staff_id, establishment_id: school_id, ...access })
    .onConflictDoUpdate({
      target: [staffSchools.staff_id, staffSchools.establishment_id],
      set: access,
      setWhere: sql`${staffSchools.ended_at} is not null`,
    })
    .returning({ staff_id: staffSchools.staff_id })
  if (added.length === 0) return 'present'
  const invitation = password_hash === null ? await inviteStaffMember(transaction, keys, staff_id) : undefined
  return { staff_id, invitation }
}

/** The access of a member to a school, locked for the transaction; undefined if there is none. */
export async function lockAccess(transaction: Queryable, school_id: number, staff_id: number) {
  const [access] = await transaction
    .select({
      ...pick(staffSchools, 'role'),
      changed_at: exactTime(staffSchools.changed_at),
      changed_by: changer.name,
      is_enrolled: sql<boolean>`${staff.password_hash} is not null`,
    })
    .from(staffSchools)
    .innerJoin(staff, eq(staff.id, staffSchools.staff_id))
    .leftJoin(changer, eq(changer.id, staffSchools.changed_by))
    .where(
      and(
        eq(staffSchools.staff_id, staff_id),
        eq(staffSchools.establishment_id, school_id),
        isNull(staffSchools.ended_at),
      ),
    )
    .for('update', { of: staffSchools })
  return access
}

const isAccess = (school_id: number, staff_id: number) =>
  and(eq(staffSchools.staff_id, staff_id), eq(staffSchools.establishment_id, school_id))

export const setStaffRole = (
  transaction: Queryable,
  {
    school_id,
    staff_id,
    role,
    by,
  }: { school_id: number; staff_id: number; role: StaffRole; by: number | null },
) =>
  transaction
    .update(staffSchools)
    .set({ role, changed_by: by, changed_at: sql`clock_timestamp()` })
    .where(isAccess(school_id, staff_id))

/** Ends the access to a school. With the last school, all by which the person signs in is removed. */
export async function endStaffAccess(
  transaction: Queryable,
  { school_id, staff_id, by }: { school_id: number; staff_id: number; by: number | null },
): Promise<void> {
  const ended = { ended_at: sql`now()`, changed_by: by, changed_at: sql`clock_timestamp()` }
  await transaction.update(staffSchools).set(ended).where(isAccess(school_id, staff_id))
  const remaining = await schoolsOfMember(transaction, staff_id)
  if (remaining.length === 0) await removeStaffSecrets(transaction, staff_id)
}

/**
 * Writes the line of an act that concerns no school into the register of each of the member's schools. Without member,
 * as at the sign-in of an unknown e-mail, it takes as many statements as for a member of one school (R7).
 */
export async function auditMember(
  db: Queryable,
  line: AuditRow & { staff_id: number | null },
): Promise<void> {
  const schools = await schoolsOfMember(db, line.staff_id ?? 0)
  const ids = schools.length > 0 ? schools.map(({ id }) => id) : [null]
  for (const establishment_id of ids) await audit(db, { ...line, establishment_id })
}
