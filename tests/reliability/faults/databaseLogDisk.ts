import pg from 'pg'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { callApi } from './client.ts'
import type { DiskScene } from './diskTrials.ts'
import {
  ANSWER_MS_MAX,
  acknowledgedOf,
  areAcceptedOrRefused,
  countLost,
  savePushTokens,
  slowestMs,
  timeUntilWrite,
} from './tokenWrites.ts'

const WAL_WRITES_MAX = 40
const READS_AFTER_FAILURE = 20

type ReadResult = { status: number; couldBeServed: boolean }

/** Returns whether PostgreSQL accepts a connection and answers: not during its recovery, and not after its end. */
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

/** Sends a read, and checks before and after it whether PostgreSQL serves. */
async function readBetween({ stage }: DiskScene, url: string): Promise<ReadResult> {
  const [jwt] = stage.school.jwts
  const before = await isServing(stage.postgres.url)
  const { status } = await callApi(url, '/auth/profile', { jwt })
  return { status, couldBeServed: before && (await isServing(stage.postgres.url)) }
}

/**
 * Writes 1 MB after the other to PostgreSQL's write-ahead log until a write fails, at most WAL_WRITES_MAX times, with a
 * read of the API before each write. Returns whether a write failed, and the results of the reads.
 */
async function fillLog(scene: DiskScene, url: string): Promise<{ hasFailed: boolean; reads: ReadResult[] }> {
  const client = new pg.Client(scene.stage.postgres.url)
  client.on('error', () => {})
  await client.connect()
  const reads: ReadResult[] = []
  let hasFailed = false
  for (let part = 0; part < WAL_WRITES_MAX && !hasFailed; part += 1) {
    reads.push(await readBetween(scene, url))
    hasFailed = await client.query(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`).then(
      () => false,
      () => true,
    )
  }
  return { hasFailed, reads }
}

/** Checks that reads succeed while PostgreSQL can serve them, and are answered 200 or 503 otherwise (P12). */
function judgeReads(reads: ReadResult[]): Verdict {
  const served = reads.filter(({ couldBeServed }) => couldBeServed)
  const good = served.filter(({ status }) => status === 200).length
  const unserved = reads.filter(({ couldBeServed }) => !couldBeServed)
  const answered = unserved.filter(({ status }) => status === 200 || status === 503).length
  return {
    isGood: served.length > 0 && good === served.length && answered === unserved.length,
    summary: `${good} of ${served.length} reads 200 while PostgreSQL served, ${answered} of ${unserved.length} answered 200 or 503 while it was gone`,
  }
}

/**
 * Fills the disk of the write-ahead log. PostgreSQL then stops; it recovers by itself if the recovery needs no space,
 * otherwise it exits and must be restarted. Reads answer 200 while it runs, and 200 or 503 while it does not.
 */
export async function checkFullLogDisk(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { school, postgres } = stage
  const api = await scene.start()
  const before = await savePushTokens(api.url, school.jwts.slice(260, 280))
  databaseDisk.fill()
  const { hasFailed, reads } = await fillLog(scene, api.url)
  const full = await savePushTokens(api.url, school.jwts.slice(280, 300))
  for (let read = 0; read < READS_AFTER_FAILURE; read += 1) reads.push(await readBetween(scene, api.url))
  const read = judgeReads(reads)
  databaseDisk.empty()
  await postgres.stop()
  await postgres.start()
  const backMs = await timeUntilWrite(api.url, school.jwts[300] as string)
  const lostWrites = await countLost(scene, [...before, ...full])
  const isAlive = api.isAlive()
  await api.end('SIGTERM')
  return {
    isGood:
      hasFailed &&
      areAcceptedOrRefused(full) &&
      slowestMs(full) <= ANSWER_MS_MAX &&
      read.isGood &&
      backMs <= ANSWER_MS_MAX &&
      lostWrites === 0 &&
      isAlive,
    summary: `PostgreSQL ${hasFailed ? 'died' : 'WENT ON'}; ${read.summary}; ${full.length} writes: ${acknowledgedOf(full).length} answered 200, the rest 503 (slowest ${slowestMs(full)} ms); with space and PostgreSQL again a write after ${backMs} ms; ${lostWrites} acknowledged writes lost`,
  }
}
