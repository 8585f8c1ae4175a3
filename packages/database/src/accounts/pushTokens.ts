import { createHash } from 'node:crypto'
import { and, eq, inArray, not, notExists, or, sql } from 'drizzle-orm'
import { deleteInBatches } from '../client/deleteInBatches.ts'
import { locks } from '../client/locks.ts'
import { type Database, prepared, type Queryable } from '../client/open.ts'
import { parents, pushTokens, sessions } from '../schema/schema.ts'
import { isLiveSession } from './sessions.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const isToken = eq(pushTokens.token_hash, sql.placeholder('token_hash'))
const isMine = eq(pushTokens.session_id, sql.placeholder('session_id'))
const mine = { session_id: sql`${sql.placeholder('session_id')}`, saved_at: sql`clock_timestamp()` }

const lockSession = prepared((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.id, sql.placeholder('session_id')), isLiveSession))
    .for('update', { of: sessions })
    .prepare('lock_session'),
)

const lockToken = prepared((db) =>
  db
    .select({
      lock: sql`pg_advisory_xact_lock(${sql.raw(String(locks.pushToken))}, hashtext(${sql.placeholder('token_hash')}))`,
    })
    .from(sql`(select 1) as once`)
    .prepare('lock_push_token'),
)

const lockRows = prepared((db) =>
  db
    .select({ token_hash: pushTokens.token_hash })
    .from(pushTokens)
    .where(or(isToken, isMine))
    .orderBy(pushTokens.token_hash)
    .for('update')
    .prepare('lock_push_tokens'),
)

const putToken = prepared((db) =>
  db
    .insert(pushTokens)
    .values({ token_hash: sql.placeholder('token_hash'), token: sql.placeholder('token'), ...mine })
    .onConflictDoUpdate({ target: pushTokens.token_hash, set: mine })
    .prepare('put_push_token'),
)

const removeEarlier = prepared((db) =>
  db
    .delete(pushTokens)
    .where(and(isMine, not(isToken)))
    .prepare('remove_earlier_push_token'),
)

const removeOwn = prepared((db) => {
  const own = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.parent_id, sql.placeholder('parent_id')))
  return db
    .delete(pushTokens)
    .where(and(isToken, inArray(pushTokens.session_id, own)))
    .prepare('remove_push_token')
})

/** The token is this session's from now on, whoever had it, and the device's earlier one is forgotten (R17). */
export async function movePushToken(
  db: Database,
  { session_id, token }: { session_id: string; token: string },
): Promise<void> {
  const moved = { session_id, token, token_hash: hashOf(token) }
  await db.transaction(async (transaction) => {
    // A session that ends meanwhile waits, and finds the token.
    const [session] = await lockSession(transaction).execute(moved)
    if (!session) return
    // Lock the token itself, whose row may not exist yet, then all rows in one statement and one order: otherwise two
    // devices that swap tokens deadlock.
    await lockToken(transaction).execute(moved)
    await lockRows(transaction).execute(moved)
    await putToken(transaction).execute(moved)
    await removeEarlier(transaction).execute(moved)
  })
}

/** Another account's token stays. */
export async function removePushToken(
  db: Queryable,
  { parent_id, token }: { parent_id: number; token: string },
): Promise<void> {
  await removeOwn(db).execute({ parent_id, token_hash: hashOf(token) })
}

/** Those of sessions that ran out by themselves. */
export function removeDeadPushTokens(db: Queryable) {
  const live = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.id, pushTokens.session_id), isLiveSession))
  return deleteInBatches(db, pushTokens, notExists(live))
}
