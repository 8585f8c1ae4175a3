import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@apoderados/database/client/open'
import { borrowCluster } from '@apoderados/database/embedded/cluster'
import { clusterUrl } from '@apoderados/database/embedded/clusterProcess'
import { killAll } from '../../support/stage/processes.ts'
import { generateSchools, type ImportRun, processesOf, startImport } from './importing.ts'
import { differencesOf, ORPHAN_PARENTS, readStates, type SchoolStates } from './schoolState.ts'

const POLL_MS = 10

/** Replaces `to` by a copy of `from` with its owners and modes, which PostgreSQL requires. */
export async function copyData(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await promisify(execFile)('cp', ['-a', from, to])
}

export async function withDatabase<T>(dataDir: string, use: (db: Database) => Promise<T>): Promise<T> {
  const cluster = await borrowCluster(dataDir)
  const db = openDatabase(cluster.url, { isPatient: true })
  try {
    return await use(db)
  } finally {
    await db.$client.end()
    await cluster.stop()
  }
}

/** Imports the sheets in the folder `set`, and waits for the end. @throws if the import fails */
export async function importAll(
  dataDir: string,
  set: string,
  flags = ['--apply'],
): Promise<ImportRun & { startedAt: number }> {
  const { startedAt, ended } = startImport(dataDir, [set, ...flags])
  const run = await ended
  if (run.code !== 0) throw new Error(`the import failed:\n${run.errors}${run.output}`)
  return { ...run, startedAt }
}

/** Kills all processes of PostgreSQL at once, as when the machine fails. */
export const killPostgres = (dataDir: string): Promise<void> => killAll(processesOf(dataDir))

/** Connects to the import's database; returns undefined while the database is not running. */
async function connectIfRunning(dataDir: string): Promise<Database | undefined> {
  const read = (name: string) => readFile(join(dataDir, 'postgres', name), 'utf8').catch(() => '')
  const [password, port] = [
    await read('password'),
    Number((await read('cluster/postmaster.pid')).split('\n')[3]),
  ]
  if (!password || !(port > 0)) return undefined
  const db = openDatabase(clusterUrl(password.trim(), port), { isPatient: true })
  const isUp = await db.$client.query('select 1').catch(() => undefined)
  if (isUp) return db
  await db.$client.end()
  return undefined
}

/** Selects the lock that a school's transaction holds from its first write to its end. */
const WRITE_LOCK_QUERY = `select 1 from pg_locks join pg_class on pg_class.oid = pg_locks.relation
  where relname = 'establishments' and mode = 'RowExclusiveLock'`

/** Waits until the import in `dataDir` writes its first school, or until `hasEnded` aborts. */
export async function waitForWriting(dataDir: string, hasEnded: AbortSignal): Promise<void> {
  let db: Database | undefined
  try {
    while (!hasEnded.aborted) {
      db ??= await connectIfRunning(dataDir)
      const locks = await db?.$client.query(WRITE_LOCK_QUERY)
      if (locks && locks.rows.length > 0) return
      await sleep(POLL_MS)
    }
  } catch (error) {
    if (!hasEnded.aborted) throw error // the database stops with its import
  } finally {
    await db?.$client.end()
  }
}

/** Returns when the first transaction of the import since `startedAt` began, in ms since 1970. */
async function readFirstWriteTime({ $client: pool }: Database, startedAt: number): Promise<number> {
  const { rows } = await pool.query<{ at: string }>(
    `select extract(epoch from min(at)) * 1000 as at from audit_log
      where detail ->> 'command' = 'import' and at > to_timestamp($1)`,
    [startedAt / 1000],
  )
  return Number(rows[0]?.at)
}

export type ImportTrial = {
  dataDir: string
  /** A copy of the data folder before the import. */
  originalData: string
  /** The folder of the sheets to import. */
  set: string
  old: SchoolStates
  new: SchoolStates
  /** The durations of an undisturbed import, and of its part from the first write on. */
  wholeMs: number
  writingMs: number
}

/**
 * Prepares the old and the new state and measures the import between them. `isFirst` starts from a database without
 * schools.
 */
export async function prepareImportTrial(
  folder: string,
  dataDir: string,
  { isFirst, generatorArgs }: { isFirst: boolean; generatorArgs: string[] },
): Promise<ImportTrial> {
  const [first, changed, originalData] = [
    join(folder, 'first'),
    join(folder, 'changed'),
    join(folder, 'kept'),
  ]
  const { rows } = await generateSchools(first, generatorArgs)
  await generateSchools(changed, [...generatorArgs, '--variant', '2'])
  await importAll(dataDir, first, isFirst ? [] : ['--apply'])
  const old = await withDatabase(dataDir, readStates)
  await copyData(dataDir, originalData)
  const set = isFirst ? first : changed
  const { startedAt, seconds } = await importAll(dataDir, set)
  const [states, writeAt] = await withDatabase(
    dataDir,
    async (db) => [await readStates(db), await readFirstWriteTime(db, startedAt)] as const,
  )
  for (const [rbd, state] of states) {
    if (rbd === ORPHAN_PARENTS) continue
    const tables = differencesOf(old.get(rbd), state)
    console.log(`${rbd}: ${tables.join(', ') || 'nothing'} to change`)
  }
  const wholeMs = seconds * 1000
  const writingMs = wholeMs - (writeAt - startedAt)
  const time = `${seconds.toFixed(1)} s, the last ${(writingMs / 1000).toFixed(1)} s of them writing`
  console.log(`${rows} rows; undisturbed the import takes ${time}`)
  return { dataDir, originalData, set, old, new: states, wholeMs, writingMs }
}
