import pg from 'pg'
import { databaseLimits } from './limits.ts'
import { locks, tryLock } from './locks.ts'

export type LeaderLock = {
  /** Whether the work is this process's: the first to ask keeps it until it ends or loses the database. */
  isLeader(): Promise<boolean>
  release(): Promise<void>
}

async function take(url: string, queryMs: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.databaseStatementMs,
    query_timeout: queryMs,
    keepAlive: true,
    application_name: 'apoderados housekeeping',
  })
  client.on('error', () => {}) // the next statement tells it
  await client.connect()
  if (await tryLock(client, locks.turn)) return client
  await client.end()
  return undefined
}

/** The lock lies on a connection of its own, so that it goes with the process that held it. */
export function createLeaderLock(
  url: string,
  queryMs: number = databaseLimits.databaseStatementMs,
): LeaderLock {
  let holder: pg.Client | undefined

  async function isStillHeld(): Promise<boolean> {
    return (
      holder !== undefined &&
      (await holder.query('select 1').then(
        () => true,
        () => false,
      ))
    )
  }

  return {
    async isLeader() {
      if (await isStillHeld()) return true
      void holder?.end().catch(() => undefined)
      holder = undefined
      holder = await take(url, queryMs)
      return holder !== undefined
    },
    async release() {
      await holder?.end().catch(() => undefined)
      holder = undefined
    },
  }
}
