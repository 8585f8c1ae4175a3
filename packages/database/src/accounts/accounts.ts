import { and, eq, or, sql } from 'drizzle-orm'
import { prepared, type Queryable } from '../client/open.ts'
import { forgetInvitationOf, isLiveInvitation } from '../invitations/liveInvitations.ts'
import { queueMail } from '../mails/mails.ts'
import {
  demoSchool,
  establishments,
  invitations,
  parents,
  sessions,
  studentParents,
} from '../schema/schema.ts'
import { forgetCodesOf } from './recoveryCodes.ts'
import { endingSessions, fullLife } from './sessions.ts'

/** What a guesser who knows the account would try first (R6). */
export type KnownOfAccount = {
  email: string
  name: string
  last_name: string
  rut: string | null
  rut_dv: string | null
  /** Of the schools where the account has a student. */
  schools: string[]
  /** In the demo school the demo's own password may be chosen again. */
  is_demo: boolean
}

/** `changed_at` as the database writes it, to the microsecond: what a Date would round, a change would slip by. */
const changedAt = sql<string | null>`${parents.password_changed_at}::text`

/** For a sign-in: by the e-mail, as its hash is looked up on every try. */
export const findAccount = prepared((db) =>
  db
    .select({
      id: parents.id,
      password_hash: parents.password_hash,
      invitation: invitations.code,
      invited_until: invitations.expires_at,
      is_active: parents.is_active,
      changed_at: changedAt.as('changed_at'),
    })
    .from(parents)
    .leftJoin(invitations, isLiveInvitation)
    .where(eq(parents.email, sql.placeholder('email')))
    .prepare('account'),
)

export type Account = KnownOfAccount & {
  /** Null until the parent chose one. */
  password_hash: string | null
  /** Keyed hash of the one-time password that opens the account until then. */
  invitation: string | null
  is_active: boolean
  changed_at: string | null
}

const findAccountOf = prepared((db) =>
  db
    .select({
      email: parents.email,
      name: parents.name,
      last_name: parents.last_name,
      rut: parents.rut,
      rut_dv: parents.rut_dv,
      password_hash: parents.password_hash,
      invitation: invitations.code,
      is_active: parents.is_active,
      changed_at: changedAt.as('changed_at'),
      is_demo: sql<boolean>`exists (select 1 from ${demoSchool} where not ${demoSchool.is_off})`,
    })
    .from(parents)
    .leftJoin(invitations, isLiveInvitation)
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .prepare('account_of'),
)

const findSchools = prepared((db) =>
  db
    .select({ name: establishments.name })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .where(eq(studentParents.parent_id, sql.placeholder('parent_id')))
    .groupBy(establishments.name)
    .prepare('schools_of'),
)

export async function readAccount(db: Queryable, parent_id: number): Promise<Account | undefined> {
  const [account] = await findAccountOf(db).execute({ parent_id })
  if (!account) return undefined
  const schools = await findSchools(db).execute({ parent_id })
  return { ...account, schools: schools.map(({ name }) => name) }
}

/** No other password came since `changed_at` was read: what a slow hash was compared with still holds. */
export const isUnchanged = sql`${parents.password_changed_at} is not distinct from ${sql.placeholder('changed_at')}::timestamptz`

const lockParent = prepared((db) =>
  db
    .select({ id: parents.id })
    .from(parents)
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .for('no key update')
    .prepare('lock_account'),
)

/** First in a transaction that will set the password and touches a code before: so does every other, in turn. */
export const lockAccount = (transaction: Queryable, parent_id: number) =>
  lockParent(transaction).execute({ parent_id })

const changePassword = prepared((db) =>
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
        or(sql`${sql.placeholder('session_id')}::text is null`, isUnchanged),
      ),
    )
    .returning({ id: parents.id })
    .prepare('change_password'),
)

const endOtherSessions = endingSessions<{ parent_id: number; session_id: string | null }>(
  'end_other_sessions',
  sql`${sessions.parent_id} = ${sql.placeholder('parent_id')}
    and ${sessions.id} is distinct from ${sql.placeholder('session_id')}::text`,
)

/** One that a one-time password opened would end with it. */
const prolongSession = prepared((db) =>
  db
    .update(sessions)
    .set({ expires_at: fullLife })
    .where(eq(sessions.id, sql.placeholder('session_id')))
    .prepare('prolong_session'),
)

type NewPassword = {
  parent_id: number
  password_hash: string
  /** The caller's own session and the password they knew; without it every session ends (R13). */
  keeping?: { session_id: string; changed_at: string | null }
}

/**
 * The new password, with all that hangs on it: the account is confirmed, other sessions and their push tokens end,
 * the invitation and a code on its way are void, a notice is queued. False, and nothing done, for a closed account
 * and when another change was faster. In a transaction, and the row first: a sign-in with the old password waits
 * for it and then fails.
 */
export async function setPassword(
  transaction: Queryable,
  { parent_id, password_hash, keeping }: NewPassword,
): Promise<boolean> {
  const kept = keeping ?? { session_id: null, changed_at: null }
  const changed = await changePassword(transaction).execute({ parent_id, password_hash, ...kept })
  if (changed.length === 0) return false
  await endOtherSessions(transaction, { parent_id, session_id: kept.session_id })
  if (keeping) await prolongSession(transaction).execute(keeping)
  await forgetInvitationOf(transaction, parent_id)
  await forgetCodesOf(transaction, parent_id)
  await queueMail(transaction, { kind: 'password_changed', parent_id })
  return true
}
