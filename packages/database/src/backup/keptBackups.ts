import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { removeOld } from '../files/atomicFile.ts'
import { backUp } from './backup.ts'
import type { StoredFiles } from './backupArchive.ts'

/** R34: how long a backup is kept. */
const DAYS = 35
const NAME = /^apoderados-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.zst(\.age)?$/

const isOurs = (name: string) => NAME.test(name)

const backupsOf = (dataDir: string) => join(dataDir, 'backups')

/** By the time: 'apoderados-2026-11-21T03-00-00-000Z.tar.zst'. */
export const newBackupName = (ending = '') =>
  `apoderados-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.zst${ending}`

/** Of a folder that backups are made into: the newest three stay, should no new one have come for weeks. */
export const pruneBackups = (folder: string) => removeOld(folder, isOurs, { days: DAYS, kept: 3 })

/**
 * Of those that `keepBackup` made. None stays longer: they are not encrypted, and hold whoever was erased since. What
 * is about to be changed has a new one by then.
 */
export const removeKeptBackups = (dataDir: string) =>
  removeOld(backupsOf(dataDir), isOurs, { days: DAYS, kept: 0 })

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
