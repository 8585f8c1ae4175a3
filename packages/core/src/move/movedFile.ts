import pg from 'pg'
import { ConfigError } from '../configError.ts'
import { readMigrations, type Table } from '../db/schema/migrationFiles.ts'

/** An installation cannot be exported or imported. The message is one line in Spanish for the operator. */
export class MoveError extends ConfigError {}

/** The first entry of the file. */
export const MANIFEST_NAME = 'installation.json'
/** The last entry of the file, without which the file is incomplete. */
export const END_NAME = 'end'

export type Manifest = {
  product_version: string
  /** The hash of the last migration. */
  schema: string
}

/** The numbers of rows and of stored files. */
export type MovedCounts = { rows: number; files: number }

export const currentSchema = (): { hash: string; tables: Table[] } => {
  const last = readMigrations().at(-1)
  return { hash: last?.hash ?? '', tables: last?.tables() ?? [] }
}

export const quotedList = (names: string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ')
