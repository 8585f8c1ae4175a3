import type pg from 'pg'
import { ConfigError } from '../configError.ts'
import { connectAlone } from './connectAlone.ts'
import { databaseLimits } from './limits.ts'

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid as number

/** Whether a client that is idle keeps its backend while another client is in a transaction. */
async function keepsBackend(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await backendOf(first)
  await second.query('begin')
  await backendOf(second) // a pooler that shares backends gives this transaction the idle backend of `first`
  return (await backendOf(first)) === before
}

/**
 * Rejects a pooler that gives a client another backend after each transaction or statement. Time limits, planner
 * settings, prepared statements and advisory locks belong to a backend: the limits would be lost, and two imports
 * could run at once.
 * @throws {ConfigError}
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const settings = {
    query_timeout: databaseLimits.databaseCommandAcquireMs,
    application_name: 'apoderados start',
  }
  const connect = async () => opened.adopt(await connectAlone(url, settings), (client) => client.end())
  if (await keepsBackend(await connect(), await connect())) return
  throw new ConfigError(
    'DATABASE_URL leads to a pooler that pools by transaction: settings and locks need a session. Use pool_mode = session, or the server itself',
  )
}
