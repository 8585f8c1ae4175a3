import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locks } from '@apoderados/database/client/locks'
import type { Random } from '@apoderados/school-data/random'
import { withClient } from '@apoderados/server/testing/client'
import { launchApi } from '../../../support/stage/api.ts'
import { killAll, postgresProcesses } from '../../../support/stage/processes.ts'
import { until } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { copyOf, faultsOf, type MigrationEnvironment, ofTrial, openEach, TRIAL } from './trialDatabase.ts'
import { contentsText, makeVersions, schemaText, type Version } from './versions.ts'

/** In every so many kills PostgreSQL dies with the server, as when the machine goes down. */
const MACHINE_KILL = 4
/** Later than a migration took in a process that was warm: a new one needs longer. */
const LATEST = 1.5
/** For each kill that is to land, as some come too late. */
const TRIES = 3

/** Held by whoever changes the schema of the trial's database. */
const HELD = `select 1 from pg_locks where locktype = 'advisory' and objid = ${locks.schema}
  and database = (select oid from pg_database where datname = '${TRIAL}')`

type KillRun = { kills: number; random: Random }
type Moment = { version: Version; delayMs: number; withMachine: boolean }

/** What a kill left: `number` migrations, whole ones. */
async function killWhileMigrating(
  stage: MigrationEnvironment,
  { delayMs, withMachine }: Moment,
  dataDir: string,
): Promise<void> {
  const environment = { ...stage.environment, DATABASE_URL: ofTrial(stage), DATA_DIR: dataDir }
  const api = await launchApi(environment)
  await withClient(stage.postgres.url, async (client) => {
    const isHeld = async () => (await client.query(HELD)).rows.length > 0
    await until(isHeld, 'the migration', api)
  })
  await sleep(delayMs)
  api.child.kill('SIGKILL')
  if (withMachine) await killAll(postgresProcesses(stage.files))
  await api.ended
  if (withMachine) await stage.postgres.start()
  // A statement under way ends by itself, and its transaction with it.
  await withClient(stage.postgres.url, (client) =>
    until(async () => {
      const at = `select 1 from pg_stat_activity where datname = '${TRIAL}'`
      return (await client.query(at)).rows.length === 0
    }, 'the end of the migration that was cut'),
  )
}

async function killOnce(
  stage: MigrationEnvironment,
  versions: Version[],
  moment: Moment,
): Promise<{ reached: number; faults: string[] }> {
  const { version } = moment
  await copyOf(stage, version)
  const dataDir = join(stage.folder, TRIAL)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  await killWhileMigrating(stage, moment, dataDir)
  const [schema, contents] = await withClient(ofTrial(stage), async (client) => [
    await schemaText(client),
    await contentsText(client, version),
  ])
  const reached = versions.findIndex((one) => one.schema === schema)
  const faults: string[] = []
  if (reached < 0) faults.push('was left between two versions')
  if (contents !== version.contents) faults.push('lost or changed rows')
  const api = await launchApi({
    ...stage.environment,
    DATABASE_URL: ofTrial(stage),
    DATA_DIR: dataDir,
  })
  await until(() => api.said().includes('Apoderados is listening'), 'the next start', api)
  await api.end('SIGTERM')
  faults.push(...(await faultsOf(stage, version, versions.at(-1) as Version, dataDir)))
  return { reached, faults: faults.map((fault) => `${version.name}: ${fault}`) }
}

/**
 * Goes on until `kills` of them landed: begun, and the schema not the newest when the server was dead. One that came
 * after the last migration must be as clean, and is not counted.
 */
async function killEach(
  stage: MigrationEnvironment,
  versions: Version[],
  ms: Map<Version, number>,
  { kills, random }: KillRun,
) {
  const reached = { before: 0, between: 0, after: 0 }
  const landed = () => reached.before + reached.between
  const faults: string[] = []
  for (let tried = 0; landed() < kills && tried < kills * TRIES; tried += 1) {
    throwIfAborted()
    const from = tried % (versions.length - 1)
    const version = versions[from] as Version
    const delayMs = (random.below(1_000) / 1_000) * (ms.get(version) ?? 0) * LATEST
    const withMachine = tried % MACHINE_KILL === MACHINE_KILL - 1
    const outcome = await killOnce(stage, versions, { version, delayMs, withMachine })
    const way =
      outcome.reached <= from ? 'before' : outcome.reached < versions.length - 1 ? 'between' : 'after'
    reached[way] += 1
    faults.push(...outcome.faults)
    const told = way === 'after' ? 'too late to count' : `${landed()}.`
    console.log(
      `  ${told} killed ${Math.round(delayMs)} ms into ${version.name}: ${outcome.faults.join('; ') || 'clean'}`,
    )
  }
  return { reached, landed: landed(), faults }
}

/** P13. So many `kills` while a migration runs, from every version in turn. */
export async function everyVersion(
  stage: MigrationEnvironment,
  kills: number,
  random: Random,
): Promise<boolean> {
  const versions = await makeVersions(stage.postgres.url)
  const { faults, ms } = await openEach(stage, versions)
  for (const fault of faults) console.log(`✗ ${fault}`)
  const times = [...ms.values()].map(Math.round)
  console.log(
    `versions: ${ms.size} of earlier migrations opened by the newest (${Math.min(...times)}–${Math.max(...times)} ms), ${faults.length} not with the same rows, the schema of a new database and a backup`,
  )
  const killed = await killEach(stage, versions, ms, { kills, random })
  const { before, between, after } = killed.reached
  console.log(
    `migrations: ${killed.landed} of ${kills} kills while they ran (${before} before the first was done, ${between} between two), ${after} more after the last; ${killed.faults.length} not clean after the next start`,
  )
  return faults.length === 0 && killed.faults.length === 0 && killed.landed === kills
}
