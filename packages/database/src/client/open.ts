import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ConfigError } from '../configError.ts'
import { databaseLimits } from './limits.ts'
import { memoize } from './memoize.ts'
import { type Transact, transactionsOf } from './transaction.ts'

export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: pg.Pool; transaction: Transact }
/** The database itself or one transaction of it. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

const VERSION_MIN = 150_000

/**
 * Every call's statements go from index to index, whatever PostgreSQL believes about the size of a table (after an import,
 * or where schools are parts of one): none of them is to read a table whole in order to join it, nor to be compiled.
 */
export const plannerSettings = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'jit']
  .map((setting) => `-c ${setting}=off`)
  .join(' ')

/**
 * A pool that never waits long: a call must end in time to say 503 (R31). An operator's command may take its time:
 * `isPatient`.
 */
export function openDatabase(url: string, { isPatient = false } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: databaseLimits.databaseConnections,
    connectionTimeoutMillis: isPatient
      ? databaseLimits.databaseCommandAcquireMs
      : databaseLimits.databaseAcquireMs,
    ...(!isPatient && {
      statement_timeout: databaseLimits.databaseStatementMs,
      // A dead network tells nothing: the driver gives up after the server would have.
      query_timeout: databaseLimits.databaseStatementMs + 500,
    }),
    keepAlive: true,
    application_name: 'apoderados',
    options: isPatient ? '-c timezone=UTC' : `-c timezone=UTC ${plannerSettings}`,
    pipeline: !isPatient, // what one call sends at once travels at once
  })
  // A connection that breaks while idle, or in a transaction between two statements, is replaced at the next
  // use; without a listener it ends the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return Object.assign(drizzle({ client: pool }), { transaction: transactionsOf(pool) })
}

type QueryClient = { $client: Pick<pg.Client, 'query'> }

/**
 * Refuses a server that is too old, or that could lose an acknowledged write (R33).
 * @throws {ConfigError}
 */
export async function checkServer({ $client: pool }: QueryClient): Promise<void> {
  const { rows } = await pool.query(
    `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes')`,
  )
  const setting = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  if (Number(setting.server_version_num) < VERSION_MIN)
    throw new ConfigError('PostgreSQL 15 or newer is needed')
  if (setting.fsync !== 'on' || setting.full_page_writes !== 'on') {
    throw new ConfigError(
      'the PostgreSQL server runs with fsync or full_page_writes off: a power cut would lose data',
    )
  }
}

/** A statement built once for each database or connection: `lateArrivals(db).execute({ student_id })`. */
export const prepared = <Statement>(build: (db: Queryable) => Statement) => memoize(build)
