import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

export type Table = {
  name: string
  /** In the order in which they were made; none is computed by the database. */
  columns: string[]
  /** The column that the database numbers by itself. */
  numbered: string | undefined
}

export type Migration = {
  /** Its name in the database: when it was written, in milliseconds. */
  at: number
  hash: string
  statements: string[]
  /** What the schema holds once it ran. */
  tables(): Table[]
}

type Snapshot = {
  tables: Record<string, { name: string; columns: Record<string, { name: string; identity?: object }> }>
}

const readJson = (path: string) => JSON.parse(readFileSync(join(migrationsFolder, 'meta', path), 'utf8'))

/** drizzle-kit notes beside each migration what the schema is after it. */
function readTables(tag: string): Table[] {
  const snapshot: Snapshot = readJson(`${tag.slice(0, 4)}_snapshot.json`)
  return Object.values(snapshot.tables).map(({ name, columns }) => ({
    name,
    columns: Object.keys(columns),
    numbered: Object.values(columns).find(({ identity }) => identity)?.name,
  }))
}

/** All that this version knows, oldest first. */
export function readMigrations(): Migration[] {
  const { entries }: { entries: { tag: string }[] } = readJson('_journal.json')
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis: at, hash, sql }, index) => ({
    at,
    hash,
    statements: sql,
    tables: () => readTables(entries[index]?.tag ?? ''),
  }))
}
