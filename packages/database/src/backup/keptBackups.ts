import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { removeOldFiles } from '../files/atomicFile.ts'
import { backUp } from './backup.ts'
import type { StoredFiles } from './backupArchive.ts'

/** Backups are kept for this many days (R34). */
const KEPT_DAYS = 35
const BACKUP_NAME = /^apoderados-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.zst(\.age)?$/

const isBackupName = (name: string) => BACKUP_NAME.test(name)

const backupFolderOf = (dataDir: string) => join(dataDir, 'backups')

/** The name contains the time: 'apoderados-2026-11-21T03-00-00-000Z.tar.zst'. */
export const newBackupName = (ending = '') =>
  `apoderados-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.zst${ending}`

/**
 * Deletes old backups from the operator's folder, but keeps the newest three, even if no new backup was made
 * for weeks.
 */
export const pruneBackups = (folder: string) =>
  removeOldFiles(folder, isBackupName, { days: KEPT_DAYS, keptCount: 3 })

/**
 * Deletes old backups that `backUpBeforeChange` made. Unlike `pruneBackups` it does not keep the newest, because these
 * backups are not encrypted and contain people who were erased since. Each migration or restore makes a new backup
 * first.
 */
export const removeOldPreChangeBackups = (dataDir: string) =>
  removeOldFiles(backupFolderOf(dataDir), isBackupName, { days: KEPT_DAYS, keptCount: 0 })

/**
 * Backs up the database into a file of `dataDir` before a change that cannot be undone; returns the file's
 * path. `files` is passed only by a restore: a migration does not change the stored files. Old backups are
 * deleted by the housekeeping, not here, because one of them may be the one to restore.
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
