import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@apoderados/database/schema/migrate'
import { withClient } from '@apoderados/server/testing/client'
import { readEntries } from '@apoderados/server/testing/database/forgedBackup'
import type { Environment } from '../../../support/stage/api.ts'
import type { Postgres } from '../../../support/stage/database.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { contentsText, schemaText, type TemplateDatabase, urlOfDatabase } from './templateDatabases.ts'

export const TRIAL_DATABASE = 'trial'
export type MigrationEnvironment = {
  postgres: Postgres
  files: string
  folder: string
  environment: Environment
}

export const trialUrl = ({ postgres }: MigrationEnvironment) => urlOfDatabase(postgres.url, TRIAL_DATABASE)

export async function createTrialDatabase(
  { postgres }: MigrationEnvironment,
  { name }: TemplateDatabase,
): Promise<void> {
  await withClient(postgres.url, async (client) => {
    await client.query(`drop database if exists ${TRIAL_DATABASE} with (force)`)
    await client.query(`create database ${TRIAL_DATABASE} template ${name}`)
  })
}

/**
 * Returns the names of the complete backups in a data folder, those that contain the table of students, oldest first.
 */
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

/**
 * Returns what is wrong after the migration: a schema other than that of `last`, the newest version; rows other than
 * those of `template`, from which the database was copied; or no backup.
 */
export async function faultsOfMigration(
  stage: MigrationEnvironment,
  template: TemplateDatabase,
  last: TemplateDatabase,
  dataDir: string,
): Promise<string[]> {
  return withClient(trialUrl(stage), async (client) => [
    ...((await schemaText(client)) === last.schema ? [] : ['its schema is not that of a new database']),
    ...((await contentsText(client, template)) === template.contents ? [] : ['its rows are not the same']),
    ...((await backupsIn(dataDir)).length > 0 ? [] : ['no backup was kept']),
  ])
}

/**
 * Migrates a copy of each older version's database to the newest version; `ms` contains the duration of each migration.
 */
export async function migrateEach(
  stage: MigrationEnvironment,
  templates: TemplateDatabase[],
): Promise<{ faults: string[]; ms: Map<TemplateDatabase, number> }> {
  const last = templates.at(-1) as TemplateDatabase
  const ms = new Map<TemplateDatabase, number>()
  const faults: string[] = []
  for (const template of templates.slice(0, -1)) {
    throwIfAborted()
    await createTrialDatabase(stage, template)
    const dataDir = join(stage.folder, template.name)
    mkdirSync(dataDir)
    const start = performance.now()
    await migrate(trialUrl(stage), dataDir)
    ms.set(template, performance.now() - start)
    const found = await faultsOfMigration(stage, template, last, dataDir)
    faults.push(...found.map((fault) => `${template.name}: ${fault}`))
  }
  return { faults, ms }
}
