import type pg from 'pg'

/** The numbers of our PostgreSQL advisory locks. They are arbitrary, but distinct and the same in every process. */
export const locks = {
  /** Held while the schema changes. */
  schema: 4_016_001,
  /** Held by the server that starts and stops the embedded PostgreSQL. */
  owner: 4_016_002,
  /** Held during an import. */
  import: 4_016_003,
  /** Held by the process that runs the housekeeping for all processes. */
  leader: 4_016_004,
  /** Held while a push token is saved. A hash of the token is the second key, so each token has its own lock. */
  pushToken: 4_016_005,
  /** Held by the process that queues the notifications of news that families may now see. */
  pushes: 4_016_006,
} as const

/**
 * Returns whether the connection now holds the lock. If the query fails or times out, this closes the
 * connection: PostgreSQL might still grant the lock to it, and no process would release it.
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
