import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@apoderados/server/testing/client'
import pg from 'pg'
import { generateSchools } from '../../performance/import/importing.ts'
import { killAll, postgresProcesses } from '../../support/stage/processes.ts'
import { runToEnd, waitUntil } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { newFolder } from '../../support/suite.ts'
import type { Repository } from './repository.ts'

const queryAt = (url: string, text: string) =>
  withClient(url, async (client) => (await client.query(text)).rows)

const root = join(import.meta.dirname, '../../..')
/** Acknowledged writes up to this age may be lost with the database's disk. */
const LOST_SECONDS_MAX = 60
/** How long the trial writes: more than twice the time after which PostgreSQL archives an unfinished segment. */
const WRITING_MS = 110_000
const WRITE_PAUSE_MS = 100

/** Returns one hash of all rows of the database's tables. */
async function hashAllRows(url: string): Promise<string> {
  const tables = await queryAt(
    url,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const hashes = tables.map(
    ({ name }) =>
      `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from ${name} t`,
  )
  const [row] = await queryAt(
    url,
    `select md5(string_agg(hash, '')) as hash from (${hashes.join(' union all ')}) h`,
  )
  return String(row?.hash)
}

/** Imports the sheets in the folder `set`. @throws with the command's output if the import fails */
async function importSet(url: string, set: string, environment: Record<string, string>): Promise<void> {
  const args = ['--import', './scripts/preload.js', 'apps/cli/src/import.ts', set, '--apply']
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url, ...environment }
  const program = await runToEnd(process.execPath, args, { cwd: root, env })
  if ((await program.ended) !== 0) throw new Error(`the import failed:\n${program.output()}`)
}

/** Ends the current WAL segment and waits until the bucket has it. */
async function archiveAll(url: string): Promise<void> {
  const [row] = await queryAt(url, 'select pg_walfile_name(pg_switch_wal()) as segment')
  const isArchived = async () => {
    const [state] = await queryAt(url, 'select last_archived_wal as segment from pg_stat_archiver')
    return String(state?.segment) >= String(row?.segment)
  }
  await waitUntil(isArchived, 'the archived segment')
}

const waitUntilPromoted = (url: string) =>
  waitUntil(
    async () => (await queryAt(url, 'select not pg_is_in_recovery() as is_done'))[0]?.is_done === true,
    'the end of the recovery',
  )

/** Imports a school, then a sheet in which all grades are 1,0, and restores the moment between both imports. */
export async function checkUndoOfBadImport({
  database: { url },
  backUp,
  restore,
}: Repository): Promise<Verdict> {
  const folder = newFolder('rel-pitr-import')
  const set = join(folder, 'set')
  await generateSchools(set, ['--schools', '1', '--students', '60'])
  const environment = { DATA_DIR: join(folder, 'data'), SECRET_KEYS: randomBytes(32).toString('base64url') }
  await backUp() // before the import, so that the restored rows come from the archived WAL
  await importSet(url, set, environment)
  const before = await hashAllRows(url)
  const [row] = await queryAt(url, 'select clock_timestamp()::text as moment')
  const grades = join(set, 'notas.csv')
  writeFileSync(grades, readFileSync(grades, 'utf8').replaceAll(/;\d,\d;/g, ';1,0;'))
  await importSet(url, set, environment)
  const after = await hashAllRows(url)
  await archiveAll(url)
  const start = performance.now()
  const restored = await restore(['--type=time', `--target=${row?.moment}`, '--target-action=promote'])
  await waitUntilPromoted(restored.url)
  const seconds = (performance.now() - start) / 1000
  const found = await hashAllRows(restored.url)
  await restored.stop()
  return {
    isGood: before !== after && found === before,
    summary: `hash ${before.slice(0, 8)} before, ${after.slice(0, 8)} after the import, ${found.slice(0, 8)} restored in ${seconds.toFixed(1)} s`,
  }
}

/** Writes until it kills the database; returns the number of acknowledged writes and the moment of the last. */
async function writeUntilKilled({ database: { url }, files }: Repository) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the next write reports the error
  await client.connect()
  await client.query('create table if not exists drill (n int primary key, at timestamptz not null)')
  let [written, isKilled, lastAt] = [0, false, 0]
  const killed = sleep(WRITING_MS).then(() => {
    isKilled = true
    return killAll(postgresProcesses(files))
  })
  while (!isKilled) {
    const acknowledged = await client
      .query('insert into drill values ($1, clock_timestamp())', [written + 1])
      .then(
        () => true,
        () => false,
      )
    if (!acknowledged) break
    written += 1
    lastAt = Date.now()
    await sleep(WRITE_PAUSE_MS)
  }
  await killed
  return { written, lastAt }
}

/** Kills the database under writes, deletes its files, and restores what the bucket has. */
export async function checkLostDisk(repository: Repository): Promise<Verdict> {
  await repository.backUp()
  const { written, lastAt } = await writeUntilKilled(repository)
  rmSync(repository.files, { recursive: true, force: true })
  const restored = await repository.restore(['--type=default'])
  await waitUntilPromoted(restored.url)
  const [row] = await queryAt(restored.url, 'select count(*)::int as rows, max(at) as at from drill')
  await restored.stop()
  const lostSeconds = (lastAt - new Date(String(row?.at)).getTime()) / 1000
  return {
    isGood: lostSeconds <= LOST_SECONDS_MAX,
    summary: `${row?.rows} of ${written} writes restored, those of the last ${lostSeconds.toFixed(1)} s lost (promised: ${LOST_SECONDS_MAX})`,
  }
}
