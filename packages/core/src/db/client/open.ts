import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ConfigError } from '../../configError.ts'
import { isReadOnlyError } from './availability.ts'
import { prepareSession } from './connectionSettings.ts'
import { type DatabaseTimeouts, databaseLimits } from './limits.ts'
import { memoize } from './memoize.ts'

/** Runs `work` in a transaction, and commits it unless `work` throws. */
type RunTransaction = <T>(
  work: (transaction: Queryable) => Promise<T>,
  settings?: Parameters<NodePgDatabase['transaction']>[1],
) => Promise<T>

/** A connection pool with Drizzle's methods, and with transactions that release their connection. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: pg.Pool; transaction: RunTransaction }
/** The database itself, or one transaction of it. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

/** Returns the connection's Drizzle database. Each has its own, since prepared statements belong to a connection. */
const databaseOf = memoize((client: pg.PoolClient) => drizzle({ client }))

/**
 * Returns a function that runs transactions on connections of `pool`. Drizzle's own method does not release a
 * connection that breaks before its transaction has begun, which would exhaust the pool. This one releases the
 * connection always.
 */
function createTransactionRunner(pool: pg.Pool): RunTransaction {
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

const SERVER_VERSION_MIN = 150_000

type DatabaseOptions = { forOperator?: boolean; limits?: DatabaseTimeouts }

/**
 * Opens a connection pool with short time limits, so that an API call soon answers 503 if the database does not answer
 * (R31). With `forOperator`, for operator's commands, it waits longer for a connection, and statements have no time
 * limit.
 */
export function openDatabase(
  url: string,
  { forOperator = false, limits = databaseLimits }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: databaseLimits.databaseConnections,
    connectionTimeoutMillis: forOperator ? databaseLimits.databaseCommandAcquireMs : limits.databaseAcquireMs,
    // A dead network reports no error, so the driver also has a timeout, slightly longer than PostgreSQL's own.
    query_timeout: forOperator ? undefined : limits.databaseStatementMs + 500,
    keepAlive: true,
    application_name: 'apoderados',
    onConnect: (client) => prepareSession(client, forOperator ? undefined : limits.databaseStatementMs),
  })
  // A connection that breaks while idle, or between two statements of a transaction, is replaced at the next
  // use. Without a listener its error event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return Object.assign(drizzle({ client: pool }), { transaction: createTransactionRunner(pool) })
}

type QueryClient = { $client: Pick<pg.Client, 'query'> }

/** Rejects a PostgreSQL too old, or with settings that could lose an acknowledged write (R33). @throws {ConfigError} */
export async function checkServer({ $client: pool }: QueryClient): Promise<void> {
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes')`,
  )
  const setting = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  if (Number(setting.server_version_num) < SERVER_VERSION_MIN)
    throw new ConfigError('PostgreSQL 15 or newer is needed')
  if (setting.fsync !== 'on' || setting.full_page_writes !== 'on') {
    throw new ConfigError(
      'the PostgreSQL server runs with fsync or full_page_writes off: a power cut would lose data',
    )
  }
}

/** Returns a function that builds a prepared statement once for each database or connection, and then reuses it. */
export const preparedQuery = <Statement>(build: (db: Queryable) => Statement) => memoize(build)
