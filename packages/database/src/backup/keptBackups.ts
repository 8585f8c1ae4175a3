import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { removeOldFiles } from '../files/atomicFile.ts'
import { backUp } from './backup.ts'
import type { StoredFiles } from './backupArchive.ts'

/** How many days a backup is kept (R34). */
const KEPT_DAYS = 35
const BACKUP_NAME = /^apoderados-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.zst(\.age)?$/

const isBackupName = (name: string) => BACKUP_NAME.test(name)

const backupFolderOf = (dataDir: string) => join(dataDir, 'backups')

/** Returns a name that contains the current time: 'apoderados-2026-11-21T03-00-00-000Z.tar.zst'. */
export const newBackupName = (ending = '') =>
  `apoderados-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.zst${ending}`

/** Deletes backups older than `KEPT_DAYS` except the newest three, so that some remain if none was made for weeks. */
export const pruneBackups = (folder: string) =>
  removeOldFiles(folder, isBackupName, { days: KEPT_DAYS, keptCount: 3 })

/**
 * Deletes the backups of `backUpBeforeChange` that are older than `KEPT_DAYS`. Unlike `pruneBackups`, it does not keep
 * the newest three, because these backups are not encrypted and may contain people who have been erased since.
 */
export const removeOldPreChangeBackups = (dataDir: string) =>
  removeOldFiles(backupFolderOf(dataDir), isBackupName, { days: KEPT_DAYS, keptCount: 0 })

/**
 * Backs up the database into a file of `dataDir` before a change that cannot be undone; returns the file's path. A
 * restore passes `files`; a migration does not, since it does not change the stored files. Old backups are not deleted
 * here but by the housekeeping, because one of them may be the one to restore.
 */
export async function backUpBeforeChange(
  client: pg.Client,
  dataDir: string,
  files?: StoredFiles,
): Promise<string> {
  const folder = backupFolderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { path } = await backUp(client, join(folder, newBackupName()), { files })
  return path
}
