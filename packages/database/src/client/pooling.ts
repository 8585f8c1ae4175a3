import type pg from 'pg'
import { ConfigError } from '../configError.ts'
import { connectAlone } from './connectAlone.ts'
import { databaseLimits } from './limits.ts'

const backendPidOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid as number

/** Whether the idle client `first` keeps its backend, PostgreSQL's process, while `second` is in a transaction. */
async function keepsBackend(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await backendPidOf(first)
  await second.query('begin')
  await backendPidOf(second) // a pooler that shares backends gives this transaction the idle backend of `first`
  return (await backendPidOf(first)) === before
}

/**
 * Rejects a URL that leads to a pooler which gives a client another backend after each transaction or statement. Time
 * limits, planner settings, prepared statements and advisory locks belong to a backend: with another one, the limits
 * would be lost, and two imports could run at once.
 * @throws {ConfigError} for such a pooler
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
