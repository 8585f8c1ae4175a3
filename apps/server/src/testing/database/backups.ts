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
/** Returns a function that opens the backup at `path` for reading, as `restore` expects. */
export const openerOf = (path: string) => () => createReadStream(path)

/** Writes a backup of the database at `url` to a new folder. */
export const backupOf = (url: string, options?: BackupOptions) =>
  withClient(url, async (client) => backUp(client, join(await newFolder(), 'all.tar.zst'), options))

/** A file store that contains no files and discards what is written to it. */
const emptyFileStore: RestoreOptions['files'] = {
  list: async function* () {},
  read: async () => undefined,
  write: async () => {},
}

/**
 * Restores a backup into the database at `url`. Unless `options` differ, it uses new keys and a new folder, discards
 * the backup's files and replaces no existing data.
 */
export async function restoreInto(url: string, open: () => Readable, options: Partial<RestoreOptions> = {}) {
  const rest = { keys: await newKeys(), dataDir: await newFolder(), mayReplace: async () => false }
  return restore(url, open, { files: emptyFileStore, ...rest, ...options })
}

/** Returns for each table the number of its rows and a hash of their content. */
export const contentsOf = (url: string) =>
  withClient(url, (client) => readContents(client, readMigrations().at(-1)?.tables() ?? []))

/** Returns a row for each constraint, index, trigger, column and migration of the database. */
export const schemaOf = (url: string) => withClient(url, readSchema)
