import { and, eq, gt, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch, inNextBatch } from '../db/client/deleteBatch.ts'
import { accountLimits } from '../db/client/limits.ts'
import { type Database, preparedQuery, type Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'

/** The parent and the session that a JWT names. Whether the session is live is read from its row. */
export type TokenOwner = { parent_id: number; session_id: string }

const usedWithinHours = (hours: number) =>
  sql`${sessions.last_seen_at} > now() - make_interval(hours => ${sql.raw(String(hours))})`

/** Whether the session has a push token. */
const receivesPushes = sql`exists (select from ${pushTokens} where ${pushTokens.session_id} = ${sessions.id})`

/** Whether a session was used within its longest idle time, longer for native apps and browsers with pushes (R12). */
const isUsedRecently = or(
  usedWithinHours(accountLimits.sessionIdleHoursWeb),
  and(
    usedWithinHours(accountLimits.sessionIdleHoursNative),
    or(eq(sessions.client, 'native'), receivesPushes),
  ),
) as SQL

/** Whether a session is valid (R11, R12). The query must join `sessions` to `parents`. */
export const isLiveSession = and(
  eq(parents.id, sessions.parent_id),
  eq(parents.is_active, true),
  isNull(sessions.revoked_at),
  gt(sessions.expires_at, sql`now()`),
  isUsedRecently,
)

/** Whether a session has expired, was idle too long, or was created in the future, by the database's clock. */
const hasExpiredByTime = or(
  lte(sessions.expires_at, sql`now()`),
  not(isUsedRecently),
  sql`${sessions.created_at} > now() + interval '1 minute'`,
) as SQL

/** When a session that begins now expires, even if it is in use. */
export const fullSessionExpiry = sql`now() + make_interval(days => ${sql.raw(String(accountLimits.sessionLifeDays))})`

type EndedSessions = { id: string; parent_id: number }[]

const markSessionsEnded = (db: Queryable, which: SQL) =>
  db
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(isNull(sessions.revoked_at), which))
    .returning({ id: sessions.id, parent_id: sessions.parent_id })

// A statement takes at most 65,535 parameters, so the ids are passed as one array.
const deletePushTokens = preparedQuery((db) =>
  db
    .delete(pushTokens)
    .where(sql`${pushTokens.session_id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('remove_push_tokens_of'),
)

async function removePushTokensOf(transaction: Queryable, ended: EndedSessions): Promise<EndedSessions> {
  if (ended.length > 0) await deletePushTokens(transaction).execute({ ids: ended.map(({ id }) => id) })
  return ended
}

/**
 * Ends the sessions that match `which` and have not ended, removes their push tokens (R17), and returns them. Call it
 * in a transaction. The tokens are deleted in a second statement, which also sees a token that was saved while the
 * first statement waited for a lock.
 */
export const endSessions = async (transaction: Queryable, which: SQL): Promise<EndedSessions> =>
  removePushTokensOf(transaction, await markSessionsEnded(transaction, which))

/** Like `endSessions`, but a prepared statement called `name`. `which` has placeholders for the fields of `Given`. */
export function prepareEndSessions<Given extends Record<string, unknown>>(name: string, which: SQL) {
  const end = preparedQuery((db) => markSessionsEnded(db, which).prepare(name))
  return async (transaction: Queryable, given: Given): Promise<EndedSessions> =>
    removePushTokensOf(transaction, await end(transaction).execute(given))
}

/** Ends a batch of expired and idle sessions, so that a clock that is set back does not make them valid again (P11). */
export async function endExpiredSessions(db: Database): Promise<{ rowCount: number }> {
  const isToEnd = and(isNull(sessions.revoked_at), hasExpiredByTime) as SQL
  const batch = inNextBatch(sessions, isToEnd)
  const ended = await db.transaction((transaction) => endSessions(transaction, batch))
  return { rowCount: ended.length }
}

/**
 * Deletes a batch of the sessions that expired or were ended over 30 days ago (R39). A session lives at most 30 days,
 * so a session that was ended 30 days ago has also expired, and the index on `expires_at` finds it.
 */
export const removeEndedSessions = (db: Database) =>
  deleteBatch(
    db,
    sessions,
    sql`${sessions.expires_at} < now()
      and least(${sessions.expires_at}, ${sessions.revoked_at}) < now() - interval '30 days'`,
  )

const isRejectedSession = and(
  eq(sessions.id, sql.placeholder('session_id')),
  eq(sessions.parent_id, sql.placeholder('parent_id')),
  or(sql`${sql.placeholder('is_token_expired')}::boolean`, hasExpiredByTime),
) as SQL

const findRejectedSession = preparedQuery((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isNull(sessions.revoked_at), isRejectedSession))
    .prepare('refused_session'),
)

const endIfRejected = prepareEndSessions<TokenOwner & { is_token_expired: boolean }>(
  'end_refused_session',
  isRejectedSession,
)

/**
 * Ends the session of a rejected JWT, if the JWT or the session has expired. It first reads whether the session is
 * still open, because most of these sessions have already ended.
 */
export async function endRejectedSession(
  db: Database,
  owner: TokenOwner,
  isTokenExpired: boolean,
): Promise<void> {
  const rejected = { ...owner, is_token_expired: isTokenExpired }
  const found = await findRejectedSession(db).execute(rejected)
  if (found.length > 0) await db.transaction((transaction) => endIfRejected(transaction, rejected))
}
