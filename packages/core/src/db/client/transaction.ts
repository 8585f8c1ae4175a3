import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isReadOnlyError } from './availability.ts'
import { memoize } from './memoize.ts'
import type { Queryable } from './open.ts'

/** Runs `work` in a transaction, and commits it unless `work` throws. */
export type RunTransaction = <T>(
  work: (transaction: Queryable) => Promise<T>,
  settings?: Parameters<NodePgDatabase['transaction']>[1],
) => Promise<T>

/** Returns the connection's Drizzle database. Each has its own, since prepared statements belong to a connection. */
const databaseOf = memoize((client: pg.PoolClient) => drizzle({ client }))

/**
 * Returns a function that runs transactions on connections of `pool`. Drizzle's own method does not release a
 * connection that breaks before its transaction has begun, which would exhaust the pool. This one releases the
 * connection always.
 */
export function createTransactionRunner(pool: pg.Pool): RunTransaction {
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
