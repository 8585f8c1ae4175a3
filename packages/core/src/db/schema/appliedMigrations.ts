import type pg from 'pg'
import { type Migration, readMigrations } from './migrationFiles.ts'

const CREATE_TABLES = ['migrations', 'additive_migrations']
  .map((name) => `create table if not exists ${name} (at bigint primary key, hash text not null)`)
  .join('; ')

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as has_table', [name])
  return rows[0].has_table
}

/** Whether the client's account may migrate the schema: not if another account owns the tables (deploy/roles.sql). */
export async function mayMigrate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may_write: boolean }>(
    `select has_table_privilege('migrations', 'insert') as may_write`,
  )
  return rows[0]?.may_write === true
}

/**
 * Creates the tables of applied migrations that are missing. Version 1.0.16 and earlier read only `migrations` and
 * refuse to start if it contains a migration that they do not know, so additive migrations have a table of their own
 * (docs/decisions/0023).
 */
export const createMigrationTables = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query(CREATE_TABLES))

/**
 * Creates the tables of applied migrations if they are missing. If only `additive_migrations` is missing, it also moves
 * the additive migrations there. It first reads which tables exist, because even 'create table if not exists' needs the
 * right to create tables and a writable database.
 */
export async function prepareMigrationTables(client: pg.ClientBase): Promise<void> {
  if (!(await hasTable(client, 'migrations'))) return createMigrationTables(client)
  if ((await hasTable(client, 'additive_migrations')) || !(await mayMigrate(client))) return
  const additive = readMigrations().filter(({ isAdditive }) => isAdditive)
  await client.query('begin')
  await createMigrationTables(client)
  await client.query(
    `with moved as (delete from migrations where at = any($1) returning at, hash)
      insert into additive_migrations select at, hash from moved`,
    [additive.map(({ at }) => at)],
  )
  await client.query('commit')
}

type SchemaState = {
  /** The migrations of this version that were applied, oldest first. */
  applied: Migration[]
  /** The migrations of this version that were not applied, oldest first. */
  pending: Migration[]
  /** True if a newer version has applied migrations that this version does not know and that are not additive. */
  isNewer: boolean
  /** True if the file of an applied migration was edited after it ran. */
  isEdited: boolean
}

/** Compares the applied migrations with those of this version. The table `migrations` must exist. */
export async function readState(client: pg.ClientBase): Promise<SchemaState> {
  const additive = (await hasTable(client, 'additive_migrations'))
    ? 'union all select at, hash, true from additive_migrations'
    : ''
  const { rows } = await client.query<{ at: string; hash: string; is_additive: boolean }>(
    `select at, hash, false as is_additive from migrations ${additive}`,
  )
  const hashes = new Map(rows.map(({ at, hash }) => [Number(at), hash]))
  const files = readMigrations()
  const known = new Set(files.map(({ at }) => at))
  const applied = files.filter(({ at }) => hashes.has(at))
  return {
    applied,
    pending: files.filter(({ at }) => !hashes.has(at)),
    isNewer: rows.some(({ at, is_additive }) => !is_additive && !known.has(Number(at))),
    isEdited: applied.some(({ at, hash }) => hashes.get(at) !== hash),
  }
}

/** Like `readState`, but returns undefined if the database has no table `migrations`. */
export const readSchemaState = async (client: pg.Client): Promise<SchemaState | undefined> =>
  (await hasTable(client, 'migrations')) ? readState(client) : undefined

/** Records, in the caller's transaction, that the migration was applied. */
export async function recordMigration(
  client: pg.ClientBase,
  { at, hash, isAdditive }: Pick<Migration, 'at' | 'hash' | 'isAdditive'>,
): Promise<void> {
  const table = isAdditive ? 'additive_migrations' : 'migrations'
  await client.query(`insert into ${table} (at, hash) values ($1, $2)`, [at, hash])
}
