import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locks } from '@apoderados/database/client/locks'
import type { Random } from '@apoderados/school-data/random'
import { withClient } from '@apoderados/server/testing/client'
import { launchApi } from '../../../support/stage/api.ts'
import { killAll, postgresProcesses } from '../../../support/stage/processes.ts'
import { waitUntil } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import {
  contentsText,
  createTemplateDatabases,
  schemaText,
  type TemplateDatabase,
} from './templateDatabases.ts'
import {
  createTrialDatabase,
  faultsOfMigration,
  type MigrationEnvironment,
  migrateEach,
  TRIAL_DATABASE,
  trialUrl,
} from './trialDatabase.ts'

/** One of this many kills also kills PostgreSQL, as when the machine fails. */
const KILLS_PER_MACHINE_KILL = 4
/** Kills come up to this multiple of a migration's measured time, because a new process is slower than a warm one. */
const DELAY_FACTOR = 1.5
/** The maximum of tries per counted kill, because some kills come too late. */
const TRIES_PER_KILL = 3

/** Selects a row while a process holds the lock for schema changes in the trial's database. */
const LOCK_HELD_QUERY = `select 1 from pg_locks where locktype = 'advisory' and objid = ${locks.schema}
  and database = (select oid from pg_database where datname = '${TRIAL_DATABASE}')`

type KillRun = { kills: number; random: Random }
type KillMoment = { template: TemplateDatabase; delayMs: number; withMachine: boolean }

/** Kills a server while it migrates, and waits until the database is idle. */
async function killWhileMigrating(
  stage: MigrationEnvironment,
  { delayMs, withMachine }: KillMoment,
  dataDir: string,
): Promise<void> {
  const environment = { ...stage.environment, DATABASE_URL: trialUrl(stage), DATA_DIR: dataDir }
  const api = await launchApi(environment)
  await withClient(stage.postgres.url, async (client) => {
    const isHeld = async () => (await client.query(LOCK_HELD_QUERY)).rows.length > 0
    await waitUntil(isHeld, 'the migration', api)
  })
  await sleep(delayMs)
  api.child.kill('SIGKILL')
  if (withMachine) await killAll(postgresProcesses(stage.files))
  await api.ended
  if (withMachine) await stage.postgres.start()
  // A statement that was running ends by itself, and PostgreSQL rolls its transaction back.
  await withClient(stage.postgres.url, (client) =>
    waitUntil(async () => {
      const query = `select 1 from pg_stat_activity where datname = '${TRIAL_DATABASE}'`
      return (await client.query(query)).rows.length === 0
    }, 'the end of the migration that was cut'),
  )
}

async function killOneMigration(
  stage: MigrationEnvironment,
  templates: TemplateDatabase[],
  moment: KillMoment,
): Promise<{ templateIndex: number; faults: string[] }> {
  const { template } = moment
  await createTrialDatabase(stage, template)
  const dataDir = join(stage.folder, TRIAL_DATABASE)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  await killWhileMigrating(stage, moment, dataDir)
  const [schema, contents] = await withClient(trialUrl(stage), async (client) => [
    await schemaText(client),
    await contentsText(client, template),
  ])
  const templateIndex = templates.findIndex((candidate) => candidate.schema === schema)
  const faults: string[] = []
  if (templateIndex < 0) faults.push('was left between two versions')
  if (contents !== template.contents) faults.push('lost or changed rows')
  const api = await launchApi({
    ...stage.environment,
    DATABASE_URL: trialUrl(stage),
    DATA_DIR: dataDir,
  })
  await waitUntil(() => api.output().includes('Apoderados is listening'), 'the next start', api)
  await api.end('SIGTERM')
  faults.push(...(await faultsOfMigration(stage, template, templates.at(-1) as TemplateDatabase, dataDir)))
  return { templateIndex, faults: faults.map((fault) => `${template.name}: ${fault}`) }
}

/**
 * Kills migrations from each version in turn until `kills` kills came in time: after the migration began and before the
 * newest schema was reached. A kill after the last migration is also checked, but not counted.
 */
async function killMigrations(
  stage: MigrationEnvironment,
  templates: TemplateDatabase[],
  ms: Map<TemplateDatabase, number>,
  { kills, random }: KillRun,
) {
  const outcomes = { before: 0, between: 0, after: 0 }
  const countedKills = () => outcomes.before + outcomes.between
  const faults: string[] = []
  for (let attempt = 0; countedKills() < kills && attempt < kills * TRIES_PER_KILL; attempt += 1) {
    throwIfAborted()
    const from = attempt % (templates.length - 1)
    const template = templates[from] as TemplateDatabase
    const delayMs = (random.below(1_000) / 1_000) * (ms.get(template) ?? 0) * DELAY_FACTOR
    const withMachine = attempt % KILLS_PER_MACHINE_KILL === KILLS_PER_MACHINE_KILL - 1
    const outcome = await killOneMigration(stage, templates, { template, delayMs, withMachine })
    const outcomeKind =
      outcome.templateIndex <= from
        ? 'before'
        : outcome.templateIndex < templates.length - 1
          ? 'between'
          : 'after'
    outcomes[outcomeKind] += 1
    faults.push(...outcome.faults)
    const position = outcomeKind === 'after' ? 'too late to count' : `${countedKills()}.`
    console.log(
      `  ${position} killed ${Math.round(delayMs)} ms into ${template.name}: ${outcome.faults.join('; ') || 'clean'}`,
    )
  }
  return { outcomes, countedKills: countedKills(), faults }
}

/** Checks that each version can be migrated, also after `kills` kills of the server during migrations (P13). */
export async function killDuringMigrations(
  stage: MigrationEnvironment,
  kills: number,
  random: Random,
): Promise<boolean> {
  const templates = await createTemplateDatabases(stage.postgres.url)
  const { faults, ms } = await migrateEach(stage, templates)
  for (const fault of faults) console.log(`✗ ${fault}`)
  const times = [...ms.values()].map(Math.round)
  console.log(
    `versions: ${ms.size} of earlier migrations opened by the newest (${Math.min(...times)}–${Math.max(...times)} ms), ${faults.length} not with the same rows, the schema of a new database and a backup`,
  )
  const killed = await killMigrations(stage, templates, ms, { kills, random })
  const { before, between, after } = killed.outcomes
  console.log(
    `migrations: ${killed.countedKills} of ${kills} kills while they ran (${before} before the first was done, ${between} between two), ${after} more after the last; ${killed.faults.length} not clean after the next start`,
  )
  return faults.length === 0 && killed.faults.length === 0 && killed.countedKills === kills
}
