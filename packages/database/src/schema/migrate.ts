import type pg from 'pg'
import { backUpBeforeChange } from '../backup/keptBackups.ts'
import { connectAlone } from '../client/connectAlone.ts'
import { locks } from '../client/locks.ts'
import { ConfigError } from '../configError.ts'
import {
  hasMigrationsTable,
  mayMigrate,
  prepareMigrationTables,
  readApplied,
  recordMigration,
} from './appliedMigrations.ts'
import { type Migration, readMigrations } from './migrationFiles.ts'

/**
 * Migrates the schema to this version. Each migration runs in its own transaction, and only one process migrates at a
 * time. Existing data is first backed up into `dataDir`. A migration that was edited after it ran stops the start, and
 * so does one that this version does not know, unless it is additive (R38).
 * @throws {ConfigError}
 */
export async function migrate(url: string, dataDir: string): Promise<void> {
  // Uses its own connection without a timeout: a large migration, or the wait for another process, may take long.
  const client = await connectAlone(url)
  try {
    await client.query('select pg_advisory_lock($1)', [locks.schema])
    await applyPending(client, dataDir)
  } finally {
    await client.end() // releases the lock and rolls back an unfinished transaction
  }
}

type SchemaState = {
  /** Migrations of this version that were not applied yet, oldest first. */
  pending: Migration[]
  hasApplied: boolean
  /** True if a newer version has applied migrations that this version does not know and that are not additive. */
  isNewer: boolean
  /** True if a migration was edited after it ran. */
  isEdited: boolean
}

/** Compares the applied migrations with this version's. The table `migrations` must exist. */
async function readState(client: pg.Client): Promise<SchemaState> {
  const applied = await readApplied(client)
  const files = readMigrations()
  const known = new Set(files.map(({ at }) => at))
  return {
    pending: files.filter(({ at }) => !applied.has(at)),
    hasApplied: applied.size > 0,
    isNewer: [...applied].some(([at, { isAdditive }]) => !isAdditive && !known.has(at)),
    isEdited: files.some(({ at, hash }) => applied.has(at) && applied.get(at)?.hash !== hash),
  }
}

/** Reads the state without changing anything; undefined if the database has no table `migrations`. */
export const readSchemaState = async (client: pg.Client): Promise<SchemaState | undefined> =>
  (await hasMigrationsTable(client)) ? readState(client) : undefined

async function applyPending(client: pg.Client, dataDir: string): Promise<void> {
  await prepareMigrationTables(client)
  const { pending, hasApplied, isNewer, isEdited } = await readState(client)
  if (isNewer) throw new ConfigError('the database was made by a newer version: start that one')
  if (isEdited) throw new ConfigError('a migration was changed after it ran: restore its file')
  if (pending.length > 0 && hasApplied) {
    await refuseWithoutRights(client)
    await backUpBeforeMigrating(client, dataDir)
  }
  for (const migration of pending) {
    await client.query('begin')
    await applyMigration(client, migration)
    await client.query('commit')
  }
}

async function refuseWithoutRights(client: pg.Client): Promise<void> {
  if (await mayMigrate(client)) return
  throw new ConfigError(
    'the schema is older than this version, and this account may not change it: run `npm run admin -- schema update` with the owner’s DATABASE_URL first',
  )
}

async function backUpBeforeMigrating(client: pg.Client, dataDir: string): Promise<void> {
  try {
    await backUpBeforeChange(client, dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new ConfigError(`no backup could be written before the migration: ${error.message}`)
  }
}

/** Applies and records the migration in the caller's transaction. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.statements.join('\n;\n'))
  await recordMigration(client, migration)
}
