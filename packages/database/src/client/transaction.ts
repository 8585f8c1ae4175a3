import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { memoize } from './memoize.ts'
import type { Queryable } from './open.ts'

export type Transact = <T>(
  work: (transaction: Queryable) => Promise<T>,
  settings?: Parameters<NodePgDatabase['transaction']>[1],
) => Promise<T>

/** One per connection, because prepared statements belong to the connection. */
const databaseOf = memoize((client: pg.PoolClient) => drizzle({ client }))

/**
 * Runs transactions on connections of `pool`. Drizzle's own method never releases a connection that breaks
 * before its transaction has begun, which would exhaust the pool. This one always releases the connection.
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
      // An unfinished statement may still run on the connection; such a connection is closed instead of reused.
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
}
