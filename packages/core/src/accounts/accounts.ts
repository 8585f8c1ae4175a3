import { and, eq, or, sql } from 'drizzle-orm'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { invitations, sessions } from '../db/tables/accounts.ts'
import { parents, studentParents } from '../db/tables/people.ts'
import { demoSchool, establishments } from '../db/tables/schools.ts'
import { forgetInvitationOf, isLiveInvitation } from '../invitations/liveInvitations.ts'
import { queueMail } from '../mails/mails.ts'
import { forgetCodesOf } from './recoveryCodes.ts'
import { fullSessionExpiry, prepareEndSessions } from './sessions.ts'

/** Data that a person who knows the parent would try first as a password (R6). */
export type GuessableData = {
  email: string
  name: string
  last_name: string
  rut: string | null
  rut_dv: string | null
  /** The names of the schools where the parent has a student. */
  schools: string[]
  /** True if the database holds the demo school, whose parents may choose the demo's own password. */
  is_demo: boolean
}

/**
 * The time of the account's last password change as text, to the microsecond. A Date would round it, and a change
 * within the same millisecond would go unnoticed.
 */
const passwordChangedAt = sql<string | null>`${parents.password_changed_at}::text`

/** Reads the account with the given e-mail, for a sign-in. */
export const findAccount = preparedQuery((db) =>
  db
    .select({
      ...pick(parents, 'id', 'password_hash', 'is_active'),
      invitation: invitations.code,
      invited_until: invitations.expires_at,
      changed_at: passwordChangedAt.as('changed_at'),
    })
    .from(parents)
    .leftJoin(invitations, isLiveInvitation)
    .where(eq(parents.email, sql.placeholder('email')))
    .prepare('account'),
)

/** The data of an account that a change of its password needs. */
export type Account = GuessableData & {
  /** Null until the parent chooses a password. */
  password_hash: string | null
  /** Keyed hash of the one-time password; null if the account has no live invitation. */
  invitation: string | null
  is_active: boolean
  /** The time of the last password change, to the microsecond; null if there was none. */
  changed_at: string | null
}

const findAccountById = preparedQuery((db) =>
  db
    .select({
      ...pick(parents, 'email', 'name', 'last_name', 'rut', 'rut_dv', 'password_hash', 'is_active'),
      invitation: invitations.code,
      changed_at: passwordChangedAt.as('changed_at'),
      is_demo: sql<boolean>`exists (select 1 from ${demoSchool} where not ${demoSchool.is_off})`,
    })
    .from(parents)
    .leftJoin(invitations, isLiveInvitation)
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .prepare('account_of'),
)

const findSchools = preparedQuery((db) =>
  db
    .select({ name: establishments.name })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .where(eq(studentParents.parent_id, sql.placeholder('parent_id')))
    .groupBy(establishments.name)
    .prepare('schools_of'),
)

export async function readAccount(db: Queryable, parent_id: number): Promise<Account | undefined> {
  const [account] = await findAccountById(db).execute({ parent_id })
  if (!account) return undefined
  const schools = await findSchools(db).execute({ parent_id })
  return { ...account, schools: schools.map(({ name }) => name) }
}

/** Whether the password is unchanged since `changed_at` was read: otherwise a slow comparison of hashes is void. */
export const isPasswordUnchanged = sql`${parents.password_changed_at} is not distinct from ${sql.placeholder('changed_at')}::timestamptz`

const lockParent = preparedQuery((db) =>
  db
    .select({ id: parents.id })
    .from(parents)
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .for('no key update')
    .prepare('lock_account'),
)

/**
 * Locks the account's row. Call it first in a transaction that consumes a recovery code and then sets the password: a
 * fixed order of locks prevents deadlocks.
 */
export const lockAccount = (transaction: Queryable, parent_id: number) =>
  lockParent(transaction).execute({ parent_id })

const changePassword = preparedQuery((db) =>
  db
    .update(parents)
    .set({
      password_hash: sql`${sql.placeholder('password_hash')}`,
      password_changed: true,
      password_changed_at: sql`clock_timestamp()`,
      account_confirmed: true,
      account_confirmed_at: sql`coalesce(${parents.account_confirmed_at}, clock_timestamp())`,
    })
    .where(
      and(
        eq(parents.id, sql.placeholder('parent_id')),
        eq(parents.is_active, true),
        or(sql`${sql.placeholder('session_id')}::text is null`, isPasswordUnchanged),
      ),
    )
    .returning({ id: parents.id })
    .prepare('change_password'),
)

const endOtherSessions = prepareEndSessions<{ parent_id: number; session_id: string | null }>(
  'end_other_sessions',
  sql`${sessions.parent_id} = ${sql.placeholder('parent_id')}
    and ${sessions.id} is distinct from ${sql.placeholder('session_id')}::text`,
)

/** Gives a session the full lifetime. A session opened with a one-time password would expire with the invitation. */
const prolongSession = preparedQuery((db) =>
  db
    .update(sessions)
    .set({ expires_at: fullSessionExpiry })
    .where(eq(sessions.id, sql.placeholder('session_id')))
    .prepare('prolong_session'),
)

type NewPassword = {
  parent_id: number
  password_hash: string
  /**
   * The caller's own session, which stays open, and the value of `changed_at` when the caller's current password was
   * checked. Without `keptSession`, every session ends (R13).
   */
  keptSession?: { session_id: string; changed_at: string | null }
}

/**
 * Sets a new password. It also confirms the account, ends its sessions except `keptSession`, removes their push tokens,
 * the invitation and the recovery codes, and queues a mail about the change. Returns false and changes nothing if the
 * account is closed, or if the password has changed since `keptSession.changed_at`. Call it in a transaction: it locks
 * the parent's row first, so that a concurrent sign-in with the old password waits and then fails.
 */
export async function setPassword(
  transaction: Queryable,
  { parent_id, password_hash, keptSession }: NewPassword,
): Promise<boolean> {
  const guard = keptSession ?? { session_id: null, changed_at: null }
  const changed = await changePassword(transaction).execute({ parent_id, password_hash, ...guard })
  if (changed.length === 0) return false
  await endOtherSessions(transaction, { parent_id, session_id: guard.session_id })
  if (keptSession) await prolongSession(transaction).execute(keptSession)
  await forgetInvitationOf(transaction, parent_id)
  await forgetCodesOf(transaction, parent_id)
  await queueMail(transaction, { kind: 'password_changed', parent_id })
  return true
}
