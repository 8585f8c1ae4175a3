import type pg from 'pg'
import { ConfigError } from '../../configError.ts'
import { connectAlone } from '../client/connectAlone.ts'
import { locks } from '../client/locks.ts'
import { mayMigrate, prepareMigrationTables, readState, recordMigration } from './appliedMigrations.ts'
import type { Migration } from './migrationFiles.ts'

/**
 * Migrates the schema to this version. Each migration runs in its own transaction, and only one process migrates at a
 * time.
 * @throws {ConfigError} if an applied migration was edited after it ran, if this version does not know an applied
 * migration that is not additive, or if the account may not change the schema
 */
export async function migrate(url: string): Promise<void> {
  // The statements on this connection have no time limit: a large migration, or the wait for another process, may take
  // long.
  const client = await connectAlone(url)
  try {
    await client.query('select pg_advisory_lock($1)', [locks.schema])
    await applyPending(client)
  } finally {
    await client.end() // releases the lock and rolls back an unfinished transaction
  }
}

async function applyPending(client: pg.Client): Promise<void> {
  await prepareMigrationTables(client)
  const { applied, pending, isNewer, isEdited } = await readState(client)
  if (isNewer) throw new ConfigError('the database was made by a newer version: start that one')
  if (isEdited) throw new ConfigError('a migration was changed after it ran: restore its file')
  if (pending.length > 0 && applied.length > 0) await refuseWithoutRights(client)
  for (const migration of pending) {
    await client.query('begin')
    await applyMigration(client, migration)
    await client.query('commit')
  }
}

/** @throws {ConfigError} if the client's database account may not migrate the schema */
async function refuseWithoutRights(client: pg.Client): Promise<void> {
  if (await mayMigrate(client)) return
  throw new ConfigError(
    'the schema is older than this version, and this account may not change it: run `npm run admin -- schema update` with the owner’s DATABASE_URL first',
  )
}

/** Applies and records the migration in the caller's transaction. */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.statements.join('\n;\n'))
  await recordMigration(client, migration)
}
