import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isReadOnlyError } from './availability.ts'
import { memoize } from './memoize.ts'
import type { Queryable } from './open.ts'

export type Transact = <T>(
  work: (transaction: Queryable) => Promise<T>,
  settings?: Parameters<NodePgDatabase['transaction']>[1],
) => Promise<T>

/** Each connection has its own Drizzle database, because prepared statements belong to the connection. */
const databaseOf = memoize((client: pg.PoolClient) => drizzle({ client }))

/**
 * Runs transactions on connections of `pool`. Drizzle's own method never releases a connection that breaks
 * before its transaction has begun, which would exhaust the pool. This one always releases the connection.
 */
export function transactionsOf(pool: pg.Pool): Transact {
  return async (work, settings) => {
    const client = await pool.connect()
    let hasBegun = false
    let isReadOnly = false
    try {
      const db = databaseOf(client)
      return await db.transaction(() => {
        hasBegun = true
        return work(db)
      }, settings)
    } catch (error) {
      isReadOnly = isReadOnlyError(error)
      throw error
    } finally {
      // A connection is closed instead of reused if an unfinished statement may still run on it, or if its database
      // accepts no writes: the next connection may reach the new primary.
      client.release(isReadOnly || !hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
}
