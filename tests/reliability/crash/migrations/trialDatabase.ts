import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@apoderados/database/schema/migrate'
import { withClient } from '@apoderados/server/testing/client'
import { readEntries } from '@apoderados/server/testing/database/forgedBackup'
import type { Environment } from '../../../support/stage/api.ts'
import type { Postgres } from '../../../support/stage/database.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { contentsText, schemaText, urlOfDatabase, type Version } from './versions.ts'

export const TRIAL = 'trial'
export type MigrationEnvironment = {
  postgres: Postgres
  files: string
  folder: string
  environment: Environment
}

export const trialUrl = ({ postgres }: MigrationEnvironment) => urlOfDatabase(postgres.url, TRIAL)

export async function createTrialDatabase(
  { postgres }: MigrationEnvironment,
  { name }: Version,
): Promise<void> {
  await withClient(postgres.url, async (client) => {
    await client.query(`drop database if exists ${TRIAL} with (force)`)
    await client.query(`create database ${TRIAL} template ${name}`)
  })
}

/** Returns the complete backups of a folder that contain the students, oldest first. */
async function backupsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'backups')
  const complete: string[] = []
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.tar.zst')) continue
    const entries = await readEntries(join(folder, name))
    if (entries.some((entry) => entry.name.startsWith('tables/students/'))) complete.push(name)
  }
  return complete
}

/** Returns how the trial's database differs from the newest version with the same rows. */
export async function faultsOf(
  stage: MigrationEnvironment,
  version: Version,
  last: Version,
  dataDir: string,
): Promise<string[]> {
  return withClient(trialUrl(stage), async (client) => [
    ...((await schemaText(client)) === last.schema ? [] : ['its schema is not that of a new database']),
    ...((await contentsText(client, version)) === version.contents ? [] : ['its rows are not the same']),
    ...((await backupsIn(dataDir)).length > 0 ? [] : ['no backup was kept']),
  ])
}

/** Migrates a copy of each version to the newest; `ms` is the duration of each migration. */
export async function openEach(
  stage: MigrationEnvironment,
  versions: Version[],
): Promise<{ faults: string[]; ms: Map<Version, number> }> {
  const last = versions.at(-1) as Version
  const ms = new Map<Version, number>()
  const faults: string[] = []
  for (const version of versions.slice(0, -1)) {
    throwIfAborted()
    await createTrialDatabase(stage, version)
    const dataDir = join(stage.folder, version.name)
    mkdirSync(dataDir)
    const start = performance.now()
    await migrate(trialUrl(stage), dataDir)
    ms.set(version, performance.now() - start)
    const found = await faultsOf(stage, version, last, dataDir)
    faults.push(...found.map((fault) => `${version.name}: ${fault}`))
  }
  return { faults, ms }
}
