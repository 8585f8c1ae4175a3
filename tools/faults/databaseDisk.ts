import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { BASE_PATH } from '../../packages/contract/src/call.ts'
import { kindsOf, startLoad } from '../stage/load.ts'
import { until } from '../stage/programs.ts'
import type { Verdict } from '../stage/verdicts.ts'
import { ask } from './client.ts'
import type { DiskScene } from './diskTrials.ts'

const READERS = 4
const PAUSE_MS = 20
/** Each writes a row of 4 KB that does not compress, so that the tables must grow soon. */
const TOKEN_BYTES = 3_000
const PROMISED_MS = 2_000
const WAL_PIECES = 40

type Written = { jwt: string; token: string; status: number; ms: number }

/** A push token for each of these sessions, one after the other. */
async function writeAll(url: string, jwts: string[]): Promise<Written[]> {
  const written: Written[] = []
  for (const jwt of jwts) {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const since = performance.now()
    const { status } = await ask(url, '/auth/push_token', { jwt, body: { token } })
    written.push({ jwt, token, status, ms: performance.now() - since })
  }
  return written
}

const taken = (written: Written[]) => written.filter(({ status }) => status === 200)
const slowest = (written: Written[]) => Math.round(Math.max(0, ...written.map(({ ms }) => ms)))
const areAnswered = (written: Written[]) => written.every(({ status }) => status === 200 || status === 503)

/** Acknowledged and not there. */
async function lostOf({ stage }: DiskScene, written: Written[]): Promise<number> {
  const { rows } = await stage.school.services.db.$client.query<{ token_hash: string }>(
    'select token_hash from push_tokens',
  )
  const kept = new Set(rows.map(({ token_hash }) => token_hash))
  return taken(written).filter(({ token }) => !kept.has(createHash('sha256').update(token).digest('hex')))
    .length
}

/** The time from now until a write is taken again. */
async function backAfter(url: string, jwt: string): Promise<number> {
  const since = performance.now()
  await until(async () => (await writeAll(url, [jwt]))[0]?.status === 200, 'the first write')
  return Math.round(performance.now() - since)
}

export async function databaseFull(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { school } = stage
  const api = await scene.start()
  const { db } = school.services
  // A full file of the log ahead, so that the tables are what meets the end of the disk.
  await db.$client.query('select pg_switch_wal()')
  await db.$client.query('checkpoint')
  const before = await writeAll(api.url, school.jwts.slice(0, 20))
  const load = startLoad(api.url, school, { connections: READERS, pauseMs: PAUSE_MS })
  databaseDisk.fill()
  const full = await writeAll(api.url, school.jwts.slice(20, 220))
  const reads = await load.stop()
  databaseDisk.empty()
  const backMs = await backAfter(api.url, school.jwts[220] as string)
  const after = await writeAll(api.url, school.jwts.slice(221, 260))
  const lost = await lostOf(scene, [...before, ...full, ...after])
  const refused = full.filter(({ status }) => status === 503).length
  const isAlive = api.isAlive()
  await api.end('SIGTERM')
  const isGood =
    areAnswered(full) &&
    refused > 0 &&
    slowest(full) <= PROMISED_MS &&
    reads.failed.length === 0 &&
    backMs <= PROMISED_MS &&
    taken(after).length === after.length &&
    lost === 0 &&
    isAlive
  return {
    isGood,
    told: `${full.length} writes: ${refused} answered 503, ${taken(full).length} 200 (slowest ${slowest(full)} ms); ${reads.calls} reads meanwhile, ${reads.failed.length} failed (${kindsOf(reads.failed)}); with space again a write after ${backMs} ms, then ${taken(after).length} of ${after.length}; ${lost} acknowledged writes lost`,
  }
}

/** PostgreSQL cannot go on without its log: it ends, and whatever runs it starts it again. */
export async function logOfDatabaseFull(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { school, postgres } = stage
  const api = await scene.start()
  const before = await writeAll(api.url, school.jwts.slice(260, 280))
  databaseDisk.fill()
  const client = new pg.Client(postgres.url)
  client.on('error', () => {})
  await client.connect()
  let isOver = false
  for (let piece = 0; piece < WAL_PIECES && !isOver; piece += 1) {
    isOver = await client.query(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`).then(
      () => false,
      () => true,
    )
  }
  const full = await writeAll(api.url, school.jwts.slice(280, 300))
  const { status } = await ask(api.url, `${BASE_PATH}/auth/profile`, { jwt: school.jwts[0] })
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
      [200, 503].includes(status) &&
      backMs <= PROMISED_MS &&
      lost === 0 &&
      isAlive,
    told: `PostgreSQL ${isOver ? 'ended' : 'WENT ON'}; ${full.length} writes: ${taken(full).length} answered 200, the rest 503 (slowest ${slowest(full)} ms), a read ${status}; with space and PostgreSQL again a write after ${backMs} ms; ${lost} acknowledged writes lost`,
  }
}
