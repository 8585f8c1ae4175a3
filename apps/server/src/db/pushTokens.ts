import { createHash } from 'node:crypto'
import { and, eq, inArray, not, notExists, or, sql } from 'drizzle-orm'
import { locks } from './locks.ts'
import type { Database, Queryable } from './open.ts'
import { parents, pushTokens, sessions } from './schema.ts'
import { isLiveSession } from './sessions.ts'
import { removeSome } from './someRows.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** The token is this session's from now on, whoever had it, and the device's earlier one is forgotten (R17). */
export async function movePushToken(
  db: Database,
  { session_id, token }: { session_id: string; token: string },
): Promise<void> {
  const token_hash = hashOf(token)
  const isToken = eq(pushTokens.token_hash, token_hash)
  const isMine = eq(pushTokens.session_id, session_id)
  const mine = { session_id, saved_at: sql`clock_timestamp()` }
  await db.transaction(async (transaction) => {
    const [session] = await transaction
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(parents, eq(parents.id, sessions.parent_id))
      .where(and(eq(sessions.id, session_id), isLiveSession))
      .for('update', { of: sessions }) // a session that ends meanwhile waits, and finds the token
    if (!session) return
    // Then the token, whose row may not be there yet, and the rows all at once and in one order: two devices that take
    // over each other's token would wait for one another.
    await transaction.execute(sql`select pg_advisory_xact_lock(${locks.pushToken}, hashtext(${token_hash}))`)
    await transaction
      .select({ token_hash: pushTokens.token_hash })
      .from(pushTokens)
      .where(or(isToken, isMine))
      .orderBy(pushTokens.token_hash)
      .for('update')
    await transaction
      .insert(pushTokens)
      .values({ token_hash, token, ...mine })
      .onConflictDoUpdate({ target: pushTokens.token_hash, set: mine })
    await transaction.delete(pushTokens).where(and(isMine, not(isToken)))
  })
}

/** Another account's token stays. */
export async function removePushToken(
  db: Queryable,
  { parent_id, token }: { parent_id: number; token: string },
): Promise<void> {
  const own = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.parent_id, parent_id))
  await db
    .delete(pushTokens)
    .where(and(eq(pushTokens.token_hash, hashOf(token)), inArray(pushTokens.session_id, own)))
}

/** Those of sessions that ran out by themselves. */
export function removeDeadPushTokens(db: Queryable) {
  const live = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(and(eq(sessions.id, pushTokens.session_id), isLiveSession))
  return removeSome(db, pushTokens, notExists(live))
}
