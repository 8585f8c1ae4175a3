import type pg from 'pg'
import { connectAlone } from './connectAlone.ts'
import { databaseLimits } from './limits.ts'
import { locks, tryLock } from './locks.ts'

const isPrimary = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select not pg_is_in_recovery() as is_primary')).rows[0].is_primary

/** Returns a connection that holds the leader lock; undefined if another process holds it, or on a standby. */
async function connectAsLeader(url: string, queryMs: number): Promise<pg.Client | undefined> {
  const client = await connectAlone(url, {
    connectionTimeoutMillis: databaseLimits.databaseStatementMs,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'apoderados housekeeping',
  })
  // A standby grants the lock too, while another process holds it at the primary.
  if ((await isPrimary(client)) && (await tryLock(client, locks.leader))) return client
  await client.end()
  return undefined
}

/**
 * Creates the lock by which one process of the installation becomes the leader. It is held on a connection of its own,
 * so that PostgreSQL releases it when the process ends.
 */
export function createLeaderLock(url: string, queryMs: number = databaseLimits.databaseStatementMs) {
  let lockClient: pg.Client | undefined
  return {
    /**
     * Whether this process is the leader, the only one that cleans the database and the file store. The first process
     * that calls this becomes the leader, until it ends or loses its connection.
     */
    async isLeader(): Promise<boolean> {
      if (await lockClient?.query('select 1').catch(() => undefined)) return true
      void lockClient?.end().catch(() => undefined)
      lockClient = undefined
      lockClient = await connectAsLeader(url, queryMs)
      return lockClient !== undefined
    },
    async release(): Promise<void> {
      await lockClient?.end().catch(() => undefined)
      lockClient = undefined
    },
  }
}
