import pg from 'pg'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { ask } from './client.ts'
import type { DiskScene } from './diskTrials.ts'
import { areAnswered, backAfter, lostOf, PROMISED_MS, slowest, taken, writeAll } from './tokenWrites.ts'

const WAL_PIECES = 40
const READS_AFTER = 20

type Read = { status: number; couldBeServed: boolean }

/** Whether PostgreSQL takes a connection and answers on it; not while it recovers, nor once it has ended. */
async function isServing(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A read of the API between two looks at PostgreSQL. */
async function readBetween({ stage }: DiskScene, url: string): Promise<Read> {
  const [jwt] = stage.school.jwts
  const before = await isServing(stage.postgres.url)
  const { status } = await ask(url, '/auth/profile', { jwt })
  return { status, couldBeServed: before && (await isServing(stage.postgres.url)) }
}

/** Writes its log until there is no room for it, with a read after each piece. Whether PostgreSQL died, and the reads. */
async function fillLog(scene: DiskScene, url: string): Promise<{ isOver: boolean; reads: Read[] }> {
  const client = new pg.Client(scene.stage.postgres.url)
  client.on('error', () => {})
  await client.connect()
  const reads: Read[] = []
  let isOver = false
  for (let piece = 0; piece < WAL_PIECES && !isOver; piece += 1) {
    reads.push(await readBetween(scene, url))
    isOver = await client.query(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`).then(
      () => false,
      () => true,
    )
  }
  return { isOver, reads }
}

/** P12: 200 as long as PostgreSQL itself could serve it; nobody can read from one that is gone. */
function readsToldOf(reads: Read[]): Verdict {
  const served = reads.filter(({ couldBeServed }) => couldBeServed)
  const good = served.filter(({ status }) => status === 200).length
  const gone = reads.filter(({ couldBeServed }) => !couldBeServed)
  const answered = gone.filter(({ status }) => status === 200 || status === 503).length
  return {
    isGood: served.length > 0 && good === served.length && answered === gone.length,
    told: `${good} of ${served.length} reads 200 while PostgreSQL served, ${answered} of ${gone.length} answered 200 or 503 while it was gone`,
  }
}

/**
 * PostgreSQL cannot go on without its log. It dies, and comes back by itself as long as its recovery needs no room, so
 * that it may be read again while the disk is full; else it ends, and whatever runs it starts it again.
 */
export async function logOfDatabaseFull(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { school, postgres } = stage
  const api = await scene.start()
  const before = await writeAll(api.url, school.jwts.slice(260, 280))
  databaseDisk.fill()
  const { isOver, reads } = await fillLog(scene, api.url)
  const full = await writeAll(api.url, school.jwts.slice(280, 300))
  for (let read = 0; read < READS_AFTER; read += 1) reads.push(await readBetween(scene, api.url))
  const read = readsToldOf(reads)
  databaseDisk.empty()
  await postgres.stop()
  await postgres.start()
  const backMs = await backAfter(api.url, school.jwts[300] as string)
  const lost = await lostOf(scene, [...before, ...full])
  const isAlive = api.isAlive()
  await api.end('SIGTERM')
  return {
    isGood:
      isOver &&
      areAnswered(full) &&
      slowest(full) <= PROMISED_MS &&
      read.isGood &&
      backMs <= PROMISED_MS &&
      lost === 0 &&
      isAlive,
    told: `PostgreSQL ${isOver ? 'died' : 'WENT ON'}; ${read.told}; ${full.length} writes: ${taken(full).length} answered 200, the rest 503 (slowest ${slowest(full)} ms); with space and PostgreSQL again a write after ${backMs} ms; ${lost} acknowledged writes lost`,
  }
}
