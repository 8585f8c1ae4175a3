import type pg from 'pg'
import { connectAlone } from './connectAlone.ts'
import { databaseLimits } from './limits.ts'
import { locks, tryLock } from './locks.ts'

const isPrimary = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select not pg_is_in_recovery() as is_primary')).rows[0].is_primary

async function connectIfFree(url: string, queryMs: number): Promise<pg.Client | undefined> {
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

/** The lock is held on its own connection, so that it is released when the process ends. */
export function createLeaderLock(url: string, queryMs: number = databaseLimits.databaseStatementMs) {
  let lockClient: pg.Client | undefined
  return {
    /**
     * Whether this process is the leader, the only one that does the housekeeping. The first process that asks becomes
     * the leader, until it ends or loses its connection.
     */
    async isLeader(): Promise<boolean> {
      if (await lockClient?.query('select 1').catch(() => undefined)) return true
      void lockClient?.end().catch(() => undefined)
      lockClient = undefined
      lockClient = await connectIfFree(url, queryMs)
      return lockClient !== undefined
    },
    async release(): Promise<void> {
      await lockClient?.end().catch(() => undefined)
      lockClient = undefined
    },
  }
}
