import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locks } from '@apoderados/core/db/client/locks'
import { createMigrationTables } from '@apoderados/core/db/schema/appliedMigrations'
import { applyMigration } from '@apoderados/core/db/schema/migrate'
import { readMigrations } from '@apoderados/core/db/schema/migrationFiles'
import type { Random } from '@apoderados/school-data/random'
import { withClient } from '@apoderados/testing/client'
import { readSchema } from '@apoderados/testing/database/databaseState'
import { launchApi, startApi } from '@apoderados/tests-support/environment/api.ts'
import { killAll, postgresProcesses } from '@apoderados/tests-support/environment/processes.ts'
import { waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import type { CrashEnvironment } from './environment.ts'

const DATABASE = 'migrated'
/** The latest moment of a kill after the migrations began. */
const KILL_MS_MAX = 600

const lockQuery = `select 1 from pg_locks where locktype = 'advisory' and objid = ${locks.schema}
  and database = (select oid from pg_database where datname = '${DATABASE}')`

/** Kills a server, every second time with PostgreSQL, while it migrates a database of the first version. */
export async function killMigrations(
  { postgres, files, folder, environment }: CrashEnvironment,
  kills: number,
  random: Random,
): Promise<Verdict> {
  const url = Object.assign(new URL(postgres.url), { pathname: `/${DATABASE}` }).href
  const settings = { ...environment, DATABASE_URL: url, DATA_DIR: join(folder, DATABASE) }
  const schemaOf = (address: string) =>
    withClient(address, async (client) => JSON.stringify(await readSchema(client)))
  const newest = await schemaOf(postgres.url)
  const [first] = readMigrations()
  if (!first) throw new Error('no migration')
  let [complete, inTime] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    await withClient(postgres.url, async (client) => {
      await client.query(`drop database if exists ${DATABASE} with (force)`)
      await client.query(`create database ${DATABASE}`)
    })
    await withClient(url, async (client) => {
      await createMigrationTables(client)
      await applyMigration(client, first)
    })
    const api = await launchApi(settings)
    await withClient(postgres.url, (client) =>
      waitUntil(async () => (await client.query(lockQuery)).rows.length > 0, 'the migration', api),
    )
    await sleep(random.below(KILL_MS_MAX))
    api.child.kill('SIGKILL')
    if (kill % 2 === 1) await killAll(postgresProcesses(files))
    await api.ended
    if (kill % 2 === 1) await postgres.start()
    if ((await schemaOf(url)) !== newest) inTime += 1
    const next = await startApi(settings)
    await next.end('SIGTERM')
    if ((await schemaOf(url)) === newest) complete += 1
  }
  return {
    isGood: complete === kills && inTime > 0,
    summary: `${kills} kills, ${inTime} of them before the newest version; the next start ended at the newest ${complete} times`,
  }
}
