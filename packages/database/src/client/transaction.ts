import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { memoize } from './memoize.ts'
import type { Queryable } from './open.ts'

export type Transact = <T>(
  work: (transaction: Queryable) => Promise<T>,
  settings?: Parameters<NodePgDatabase['transaction']>[1],
) => Promise<T>

/** Kept with its connection, where its statements are prepared. */
const databaseOf = memoize((client: pg.PoolClient) => drizzle({ client }))

/**
 * Transactions on connections of `pool`. Drizzle's own keeps a connection for ever when it breaks before its
 * transaction has begun: the pool's ten would be gone one by one. Here it goes back in any case, and only as it came.
 */
export function transactionsOf(pool: pg.Pool): Transact {
  return async (work, settings) => {
    const client = await pool.connect()
    let hasBegun = false
    try {
      const db = databaseOf(client)
      return await db.transaction(() => {
        hasBegun = true
        return work(db)
      }, settings)
    } finally {
      // A statement that came to no end may still be under way: such a connection is of no use to the next one.
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
}
