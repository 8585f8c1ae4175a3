import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from './open.ts'

/** The numbers of the PostgreSQL advisory locks. They are arbitrary, but distinct and the same in every process. */
export const locks = {
  /** Held during a migration, a restore and a change of the accounts' rights. */
  schema: 4_016_001,
  /** Held by the server, or the operator's command, that has started the embedded PostgreSQL and stops it. */
  owner: 4_016_002,
  /** Held during an import. Operator's commands whose changes an import could overwrite hold it as a shared lock. */
  import: 4_016_003,
  /** Held by the process that cleans the database and the file store for all processes. */
  leader: 4_016_004,
  /** Held while a push token is saved. A hash of the token is the second key, so that tokens have separate locks. */
  pushToken: 4_016_005,
  /** Held while a process queues the notifications of due news. */
  pushes: 4_016_006,
  /** Held by the process that works on a load. The load's id is the second key. */
  load: 4_016_007,
  /** Held while an excuse is sent. A hash of the enrollment's id is the second key. */
  excuse: 4_016_008,
} as const

/**
 * Tries to take the lock, and returns whether the connection holds it. If the query fails or times out, this closes the
 * connection: PostgreSQL might still grant it the lock, and no process would release the lock.
 */
export async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [lock])
    return rows[0].is_ours
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * Keeps imports from writing until the transaction ends. Returns false if an import is writing: it compared the data
 * earlier and would overwrite the changes.
 */
export async function holdOffImports(transaction: Queryable): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`select pg_try_advisory_xact_lock_shared(${locks.import}) as is_free`,
  )
  return rows[0]?.is_free === true
}
