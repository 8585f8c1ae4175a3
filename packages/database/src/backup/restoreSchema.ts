import type pg from 'pg'
import { applyMigration } from '../schema/migrate.ts'
import { type Migration, readMigrations, type Table } from '../schema/migrationFiles.ts'
import { quotedList } from './backupArchive.ts'
import { BackupError, type Manifest, OTHER_VERSION_MESSAGE } from './backupFormat.ts'

const OTHER_TABLES_MESSAGE = 'el respaldo no tiene las tablas de su versión de Apoderados'

/**
 * Returns the migrations that the backup's database had as `past`, and the later ones of this version as `newer` (R38).
 * @throws {BackupError} if the migrations are unknown, or the backup's tables do not match them
 */
export function splitMigrations(manifest: Manifest): { past: Migration[]; newer: Migration[] } {
  const known = readMigrations()
  const isKnown = ({ at, hash }: { at: number; hash: string }, index: number) =>
    known[index]?.at === at && known[index].hash === hash
  if (!manifest.migrations.every(isKnown)) throw new BackupError(OTHER_VERSION_MESSAGE)
  const past = known.slice(0, manifest.migrations.length)
  const shapeOf = (tables: { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  if (shapeOf(manifest.tables) !== shapeOf(past.at(-1)?.tables() ?? []))
    throw new BackupError(OTHER_TABLES_MESSAGE)
  return { past, newer: known.slice(past.length) }
}

/** Drops `ownTables` with their rows and trigger functions, and creates the tables of `migrations`. */
export async function rebuildSchema(
  client: pg.Client,
  ownTables: Table[],
  migrations: Migration[],
): Promise<void> {
  const tables = quotedList(ownTables.map(({ name }) => name))
  const { rows: functions } = await client.query<{ name: string }>(
    `select distinct tgfoid::regprocedure::text as name from pg_trigger
      where tgrelid = any($1::regclass[]) and not tgisinternal`,
    [`{${tables}}`],
  )
  await client.query(`drop table ${tables}`)
  for (const { name } of functions) await client.query(`drop function ${name}`)
  await client.query('delete from migrations; delete from additive_migrations')
  for (const migration of migrations) await applyMigration(client, migration)
}

/**
 * Drops the indexes and the key constraints of the tables, which would slow down the copying and require an order of
 * the tables. Returns a function that creates them again and so checks every row.
 */
export async function dropConstraints(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  const parameters = [`{${quotedList(tables.map(({ name }) => name))}}`]
  // Foreign keys depend on the other constraints, so they are created last and dropped first.
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype in ('p', 'u', 'f') and conrelid = any($1::regclass[])
      order by contype = 'f'`,
    parameters,
  )
  const run = (statements: string[]) => client.query(statements.join(';\n')).then(() => undefined)
  await run(constraints.toReversed().map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any($1::regclass[])`,
    parameters,
  )
  await run(indexes.map(({ name }) => `drop index ${name}`))
  return () =>
    run([
      ...indexes.map(({ definition }) => definition),
      ...constraints.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ])
}
