import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { ConfigError } from '../config.ts'
import type { Database } from './open.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: whoever holds it migrates. */
const MIGRATION_LOCK = 4_016_001

/**
 * Brings the schema to this version: forward only, each migration in a transaction of its own, one process
 * at a time; a migration that was edited after it ran, or that this version does not know, stops the start (R38).
 * @throws {ConfigError}
 */
export async function migrate({ $client: pool }: Database): Promise<void> {
  const files = readMigrationFiles({ migrationsFolder })
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create table if not exists migrations (at bigint primary key, hash text not null)')
    const { rows } = await client.query<{ at: string; hash: string }>('select at, hash from migrations')
    const applied = new Map(rows.map((row) => [Number(row.at), row.hash]))
    for (const { folderMillis: at, hash, sql } of files) {
      const known = applied.get(at)
      applied.delete(at)
      if (known === hash) continue
      if (known) throw new ConfigError('a migration was changed after it ran: restore its file')
      await client.query('begin')
      for (const statement of sql) await client.query(statement)
      await client.query('insert into migrations (at, hash) values ($1, $2)', [at, hash])
      await client.query('commit')
    }
    if (applied.size > 0) throw new ConfigError('the database was made by a newer version: start that one')
  } finally {
    client.release(true) // closing the connection frees the lock and undoes a half-done transaction
  }
}
