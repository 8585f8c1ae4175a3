import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { removeOld } from '../wholeFile.ts'
import { backUp } from './backup.ts'
import type { StoredFiles } from './backupArchive.ts'

/** R34: how long a backup is kept, and how many of them however old. */
const KEPT = { days: 35, kept: 3 }
const NAME = /^apoderados-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.zst(\.age)?$/

export const backupsOf = (dataDir: string) => join(dataDir, 'backups')

/** By the time: 'apoderados-2026-11-21T03-00-00-000Z.tar.zst'. */
export const newBackupName = (ending = '') =>
  `apoderados-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.zst${ending}`

/** The backups of a folder that were named by `newBackupName`, when they are old enough (R34). */
export const removeOldBackups = (folder: string) => removeOld(folder, (name) => NAME.test(name), KEPT)

/**
 * What the database holds, in a file of `dataDir`, before it is changed for good; returns its path. The stored files
 * are in it only where they are given: a migration leaves them as they are. Old ones stay until the housekeeping: one
 * of them may be about to be restored.
 */
export async function keepBackup(client: pg.Client, dataDir: string, files?: StoredFiles): Promise<string> {
  const folder = backupsOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { path } = await backUp(client, join(folder, newBackupName()), { files })
  return path
}
