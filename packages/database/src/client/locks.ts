import type pg from 'pg'

/** Any numbers, the same in every process and each of its own: a database knows its advisory locks by them alone. */
export const locks = {
  /** Whoever holds it changes the schema. */
  schema: 4_016_001,
  /** Whoever holds it owns the embedded cluster. */
  owner: 4_016_002,
  /** Whoever holds it imports. */
  import: 4_016_003,
  /** Whoever holds it does what one process does for all. */
  turn: 4_016_004,
  /** With the token's hash: whoever holds both saves that push token. */
  pushToken: 4_016_005,
} as const

/**
 * Whether the connection holds the lock from now on. One that tells nothing in time is cut: PostgreSQL may give it the
 * lock yet, and with nobody to know nobody else would ever get it.
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
