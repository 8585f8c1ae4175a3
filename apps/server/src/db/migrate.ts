import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { backUp } from './backup.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: whoever holds it migrates. */
const MIGRATION_LOCK = 4_016_001

/**
 * Brings the schema to this version: forward only, each migration in a transaction of its own, one process
 * at a time, after a backup into `dataDir` of what the database held; a migration that was edited after it
 * ran, or that this version does not know, stops the start (R38).
 * @throws {ConfigError}
 */
export async function migrate(url: string, dataDir: string): Promise<void> {
  // A connection of its own: a large migration, or the wait for another process's, may take its time.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyPending(client, dataDir)
  } finally {
    await client.end() // which frees the lock and undoes a half-done transaction
  }
}

async function applyPending(client: pg.Client, dataDir: string): Promise<void> {
  await client.query('create table if not exists migrations (at bigint primary key, hash text not null)')
  const { rows } = await client.query<{ at: string; hash: string }>('select at, hash from migrations')
  const applied = new Map(rows.map((row) => [Number(row.at), row.hash]))
  const files = readMigrationFiles({ migrationsFolder })
  const known = new Set(files.map(({ folderMillis }) => folderMillis))
  if ([...applied.keys()].some((at) => !known.has(at))) {
    throw new ConfigError('the database was made by a newer version: start that one')
  }
  if (files.some(({ folderMillis: at, hash }) => applied.has(at) && applied.get(at) !== hash)) {
    throw new ConfigError('a migration was changed after it ran: restore its file')
  }
  const pending = files.filter(({ folderMillis }) => !applied.has(folderMillis))
  if (pending.length > 0 && applied.size > 0) await backUp(client, dataDir)
  for (const { folderMillis: at, hash, sql } of pending) {
    await client.query('begin')
    for (const statement of sql) await client.query(statement)
    await client.query('insert into migrations (at, hash) values ($1, $2)', [at, hash])
    await client.query('commit')
  }
}
