import { join } from 'node:path'
import { type Api, startApi } from '../../support/stage/api.ts'
import type { Judge } from '../../support/stage/verdicts.ts'
import { cleanUp, newFolder } from '../../support/suite.ts'
import { checkFullDatabaseDisk } from './databaseDisk.ts'
import { checkFullLogDisk } from './databaseLogDisk.ts'
import { type FaultTestEnvironment, openStage, type TrialOptions } from './faultEnvironment.ts'
import { checkBackupOnFullDisk, checkImportOnFullDisk } from './operatorDisk.ts'
import { checkFullServerDisk } from './serverDisk.ts'
import { mountSmallDisk, requireRoot, type SmallDisk } from './smallDisk.ts'

/**
 * The size of the database's disk. PostgreSQL takes up to 104 MB: 40 MB of tables, and a write-ahead log of
 * `max_wal_size` plus a file of 16 MB. The trials fill the rest.
 */
const DATABASE_DISK_MB = 220
const SERVER_DISK_MB = 48
const DATABASE_SETTINGS = ['max_wal_size=48MB', 'min_wal_size=32MB', 'autovacuum=off']

export type DiskScene = {
  stage: FaultTestEnvironment
  databaseDisk: SmallDisk
  serverDisk: SmallDisk
  start(): Promise<Api>
}

/**
 * Fills the database's disk, the disk of the server's folder and log, and each disk that a backup or an import writes
 * (P12).
 */
export async function runDiskTrials(judge: Judge, { binaries }: TrialOptions): Promise<void> {
  requireRoot()
  const folder = newFolder('rel-faults')
  const databaseDisk = mountSmallDisk(join(folder, 'database'), DATABASE_DISK_MB)
  const serverDisk = mountSmallDisk(join(folder, 'server'), SERVER_DISK_MB)
  const stage = await openStage(binaries, DATABASE_SETTINGS, {
    folder,
    databaseFolder: databaseDisk.folder,
    dataDir: join(serverDisk.folder, 'data'),
  })
  const scene = { stage, databaseDisk, serverDisk, start: () => startApi(stage.environment) }
  await judge('disk of the database full', () => checkFullDatabaseDisk(scene))
  await judge('disk full for the log of the database', () => checkFullLogDisk(scene))
  await judge('disk of the server full', () => checkFullServerDisk(scene))
  await judge('disk full for a backup', () => checkBackupOnFullDisk(scene))
  await judge('disk full for an import', () => checkImportOnFullDisk(scene))
  await cleanUp()
}
