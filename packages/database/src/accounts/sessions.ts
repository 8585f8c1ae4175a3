import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches, inNextBatch } from '../client/deleteInBatches.ts'
import { accountLimits } from '../client/limits.ts'
import { type Database, prepared, type Queryable } from '../client/open.ts'
import { parents, pushTokens, sessions } from '../schema/schema.ts'

/** Whom a token speaks for; only the row of the session tells whether it still lives. */
export type TokenOwner = { parent_id: number; session_id: string }

const idleLimit = sql`case ${sessions.client}
  when 'native' then make_interval(hours => ${sql.raw(String(accountLimits.sessionIdleHoursNative))})
  else make_interval(hours => ${sql.raw(String(accountLimits.sessionIdleHoursWeb))}) end`

/** A session that still speaks for its parent (R11, R12): needs `sessions` joined to `parents`. */
export const isLiveSession = and(
  eq(parents.id, sessions.parent_id),
  eq(parents.is_active, true),
  isNull(sessions.revoked_at),
  gt(sessions.expires_at, sql`now()`),
  sql`${sessions.last_seen_at} > now() - ${idleLimit}`,
)

/** A session that its token, its age or its idleness shuts out, as the database's clock stands. */
const isUntimely = or(
  lte(sessions.expires_at, sql`now()`),
  sql`${sessions.last_seen_at} <= now() - ${idleLimit}`,
  sql`${sessions.created_at} > now() + interval '1 minute'`,
) as SQL

/** When a session ends that begins now, however much it is used. */
export const fullLife = sql`now() + make_interval(days => ${sql.raw(String(accountLimits.sessionLifeDays))})`

type Ended = { id: string; parent_id: number }[]

const ending = (db: Queryable, which: SQL) =>
  db
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(isNull(sessions.revoked_at), which))
    .returning({ id: sessions.id, parent_id: sessions.parent_id })

// A statement has 65,535 parameters at most, so they travel as one.
const removeTokensOf = prepared((db) =>
  db
    .delete(pushTokens)
    .where(sql`${pushTokens.session_id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('remove_push_tokens_of'),
)

async function silence(transaction: Queryable, ended: Ended): Promise<Ended> {
  if (ended.length > 0) await removeTokensOf(transaction).execute({ ids: ended.map(({ id }) => id) })
  return ended
}

/**
 * Ends those that still stand, and no push reaches their devices from now on (R17). In a transaction: what was
 * tied to them goes in a statement of its own, which sees a token saved while the first one waited.
 */
export const endSessions = async (transaction: Queryable, which: SQL): Promise<Ended> =>
  silence(transaction, await ending(transaction, which))

/** The same as a prepared statement called `name`; `which` holds placeholders for what is `given`. */
export function endingSessions<Given extends Record<string, unknown>>(name: string, which: SQL) {
  const end = prepared((db) => ending(db, which).prepare(name))
  return async (transaction: Queryable, given: Given): Promise<Ended> =>
    silence(transaction, await end(transaction).execute(given))
}

/** What was shut out once stays so, should the clock be set back (P11). */
export async function endUntimelySessions(db: Database): Promise<{ rowCount: number }> {
  const isToEnd = and(isNull(sessions.revoked_at), isUntimely) as SQL
  const some = inNextBatch(sessions, isToEnd)
  const ended = await db.transaction((transaction) => endSessions(transaction, some))
  return { rowCount: ended.length }
}

/**
 * 30 days after their end, whichever it was (R39). They live for as long at most, so whatever ended 30 days ago has
 * expired since: the index of that finds them.
 */
export const removeEndedSessions = (db: Database) =>
  deleteInBatches(
    db,
    sessions,
    sql`${sessions.expires_at} < now()
      and least(${sessions.expires_at}, ${sessions.revoked_at}) < now() - interval '30 days'`,
  )

const isRefused = and(
  eq(sessions.id, sql.placeholder('session_id')),
  eq(sessions.parent_id, sql.placeholder('parent_id')),
  or(sql`${sql.placeholder('is_token_untimely')}::boolean`, isUntimely),
) as SQL

const findRefused = prepared((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isNull(sessions.revoked_at), isRefused))
    .prepare('refused_session'),
)

const endRefused = endingSessions<TokenOwner & { is_token_untimely: boolean }>(
  'end_refused_session',
  isRefused,
)

/** The same for one whose token has been refused for the time that it was shown at; most have ended before. */
export async function endUntimelySession(
  db: Database,
  owner: TokenOwner,
  isTokenUntimely: boolean,
): Promise<void> {
  const refused = { ...owner, is_token_untimely: isTokenUntimely }
  const standing = await findRefused(db).execute(refused)
  if (standing.length > 0) await db.transaction((transaction) => endRefused(transaction, refused))
}
