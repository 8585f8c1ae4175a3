import pg from 'pg'
import { keepBackup } from '../backup/keptBackups.ts'
import { databaseLimits } from '../client/limits.ts'
import { locks } from '../client/locks.ts'
import { ConfigError } from '../configError.ts'
import { type Migration, readMigrations } from './migrationFiles.ts'

/**
 * Brings the schema to this version: forward only, each migration in a transaction of its own, one process
 * at a time, after a backup into `dataDir` of what the database held; a migration that was edited after it
 * ran, or that this version does not know, stops the start (R38).
 * @throws {ConfigError}
 */
export async function migrate(url: string, dataDir: string): Promise<void> {
  // A connection of its own: a large migration, or the wait for another process's, may take its time.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.databaseCommandAcquireMs,
  })
  client.on('error', () => {}) // the statement under way tells it
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [locks.schema])
    await applyPending(client, dataDir)
  } finally {
    await client.end() // which frees the lock and undoes a half-done transaction
  }
}

type SchemaState = {
  /** Of this version, oldest first. */
  pending: Migration[]
  hasApplied: boolean
  /** Another version made it, which knows more migrations. */
  isNewer: boolean
  /** A migration was changed after it ran. */
  isEdited: boolean
}

/** Of a database that has the list of migrations. */
async function readState(client: pg.Client): Promise<SchemaState> {
  const { rows } = await client.query<{ at: string; hash: string }>('select at, hash from migrations')
  const applied = new Map(rows.map((row) => [Number(row.at), row.hash]))
  const files = readMigrations()
  const known = new Set(files.map(({ at }) => at))
  return {
    pending: files.filter(({ at }) => !applied.has(at)),
    hasApplied: applied.size > 0,
    isNewer: [...applied.keys()].some((at) => !known.has(at)),
    isEdited: files.some(({ at, hash }) => applied.has(at) && applied.get(at) !== hash),
  }
}

/** Changes nothing; undefined for a database without any table of ours. */
export const readSchemaState = async (client: pg.Client): Promise<SchemaState | undefined> =>
  (await hasList(client)) ? readState(client) : undefined

async function applyPending(client: pg.Client, dataDir: string): Promise<void> {
  await prepareList(client)
  const { pending, hasApplied, isNewer, isEdited } = await readState(client)
  if (isNewer) throw new ConfigError('the database was made by a newer version: start that one')
  if (isEdited) throw new ConfigError('a migration was changed after it ran: restore its file')
  if (pending.length > 0 && hasApplied) {
    await refuseWithoutRights(client)
    await backUpFirst(client, dataDir)
  }
  for (const migration of pending) {
    await client.query('begin')
    await applyMigration(client, migration)
    await client.query('commit')
  }
}

async function hasList(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as is_there`)
  return rows[0].is_there
}

/** Asked first: even 'if not exists' wants the right to make tables, which a server of few rights has not. */
async function prepareList(client: pg.Client): Promise<void> {
  if (await hasList(client)) return
  await client.query('create table if not exists migrations (at bigint primary key, hash text not null)')
}

/** The account that serves may be another than the one that owns the tables: deploy/roles.sql. */
async function refuseWithoutRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may_write: boolean }>(
    `select has_table_privilege('migrations', 'insert') as may_write`,
  )
  if (rows[0]?.may_write) return
  throw new ConfigError(
    'the schema is older than this version, and this account may not change it: run `npm run admin -- schema update` with the owner’s DATABASE_URL first',
  )
}

async function backUpFirst(client: pg.Client, dataDir: string): Promise<void> {
  try {
    await keepBackup(client, dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new ConfigError(`no backup could be written before the migration: ${error.message}`)
  }
}

/** In the transaction that is under way. */
export async function applyMigration(client: pg.Client, { at, hash, statements }: Migration): Promise<void> {
  await client.query(statements.join('\n;\n'))
  await client.query('insert into migrations (at, hash) values ($1, $2)', [at, hash])
}
