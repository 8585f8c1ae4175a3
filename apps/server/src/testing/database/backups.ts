import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BackupOptions, backUp } from '@apoderados/database/backup/backup'
import { type RestoreOptions, restore } from '@apoderados/database/backup/restore'
import { readMigrations } from '@apoderados/database/schema/migrationFiles'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { withClient } from '../client.ts'
import { readContents, readSchema } from './databaseState.ts'

export const newFolder = () => mkdtemp(join(tmpdir(), 'apoderados-backup-'))
export const newKeys = () => loadKeys([randomBytes(32).toString('base64url')], '')
/** Returns a function that opens the file, as `restore` expects. */
export const openerOf = (path: string) => () => createReadStream(path)

/** Creates a new backup of the database at `url`. */
export const backupOf = (url: string, options?: BackupOptions) =>
  withClient(url, async (client) => backUp(client, join(await newFolder(), 'all.tar.zst'), options))

const noFiles: RestoreOptions['files'] = {
  list: async function* () {},
  read: async () => undefined,
  write: async () => {},
}

/** Restores, unless `options` differ, with new keys and a new folder, discards files, and replaces no existing data. */
export async function restoreInto(url: string, open: () => Readable, options: Partial<RestoreOptions> = {}) {
  const rest = { keys: await newKeys(), dataDir: await newFolder(), mayReplace: async () => false }
  return restore(url, open, { files: noFiles, ...rest, ...options })
}

/** Returns the number of rows of each table and one hash of their content. */
export const contentsOf = (url: string) =>
  withClient(url, (client) => readContents(client, readMigrations().at(-1)?.tables() ?? []))

/** Returns the schema of the database: constraints, indexes, triggers, columns and migrations. */
export const schemaOf = (url: string) => withClient(url, readSchema)
