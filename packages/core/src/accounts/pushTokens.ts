import { createHash } from 'node:crypto'
import { and, eq, inArray, not, notExists, or, sql } from 'drizzle-orm'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import { locks } from '../db/client/locks.ts'
import { type Database, preparedQuery, type Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isLiveSession } from './sessions.ts'

const hashDevice = (device: string) => createHash('sha256').update(device).digest('hex')

const isToken = eq(pushTokens.token_hash, sql.placeholder('token_hash'))
const isOfSession = eq(pushTokens.session_id, sql.placeholder('session_id'))
const sessionValues = { session_id: sql`${sql.placeholder('session_id')}`, saved_at: sql`clock_timestamp()` }

const lockSession = preparedQuery((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.id, sql.placeholder('session_id')), isLiveSession))
    .for('update', { of: sessions })
    .prepare('lock_session'),
)

const lockToken = preparedQuery((db) =>
  db
    .select({
      lock: sql`pg_advisory_xact_lock(${sql.raw(String(locks.pushToken))}, hashtext(${sql.placeholder('token_hash')}))`,
    })
    .from(sql`(select 1) as once`)
    .prepare('lock_push_token'),
)

const lockTokenRows = preparedQuery((db) =>
  db
    .select({ token_hash: pushTokens.token_hash })
    .from(pushTokens)
    .where(or(isToken, isOfSession))
    .orderBy(pushTokens.token_hash)
    .for('update')
    .prepare('lock_push_tokens'),
)

const putToken = preparedQuery((db) =>
  db
    .insert(pushTokens)
    .values({ token_hash: sql.placeholder('token_hash'), token: sql.placeholder('token'), ...sessionValues })
    .onConflictDoUpdate({
      target: pushTokens.token_hash,
      set: { ...sessionValues, token: sql`${sql.placeholder('token')}` },
    })
    .prepare('put_push_token'),
)

const removePreviousToken = preparedQuery((db) =>
  db
    .delete(pushTokens)
    .where(and(isOfSession, not(isToken)))
    .prepare('remove_earlier_push_token'),
)

const removeTokenOfParent = preparedQuery((db) => {
  const own = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.parent_id, sql.placeholder('parent_id')))
  return db
    .delete(pushTokens)
    .where(and(isToken, inArray(pushTokens.session_id, own)))
    .prepare('remove_push_token')
})

/** A push token, and the text by which its device is the same however the token is written. */
type DeviceToken = { token: string; device: string }

/**
 * Assigns a push token to the session, also if another session has it, and removes the session's previous token (R17).
 * Does nothing if the session is not live.
 */
export async function movePushToken(
  db: Database,
  { session_id, token, device }: DeviceToken & { session_id: string },
): Promise<void> {
  const values = { session_id, token, token_hash: hashDevice(device) }
  await db.transaction(async (transaction) => {
    // This lock makes a concurrent end of the session wait, which then removes the new token as well.
    const [session] = await lockSession(transaction).execute(values)
    if (!session) return
    // These lock the token, whose row may not exist yet, then all its rows in one statement and one order: otherwise
    // two devices that swap tokens would deadlock.
    await lockToken(transaction).execute(values)
    await lockTokenRows(transaction).execute(values)
    await putToken(transaction).execute(values)
    await removePreviousToken(transaction).execute(values)
  })
}

/** Removes the token if it belongs to a session of this parent; another parent's token is kept. */
export async function removePushToken(
  db: Queryable,
  { parent_id, device }: { parent_id: number; device: string },
): Promise<void> {
  await removeTokenOfParent(db).execute({ parent_id, token_hash: hashDevice(device) })
}

/** Removes a batch of the push tokens of sessions that are not live. */
export function removeDeadPushTokens(db: Queryable) {
  const live = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.id, pushTokens.session_id), isLiveSession))
  return deleteBatch(db, pushTokens, notExists(live))
}
