import { kindsOf, startLoad } from '../../support/stage/requestLoad.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
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

const READER_CONNECTIONS = 4
const READ_PAUSE_MS = 20

export async function checkFullDatabaseDisk(scene: DiskScene): Promise<Verdict> {
  const { stage, databaseDisk } = scene
  const { school } = stage
  const api = await scene.start()
  const { db } = school.services
  // Begins a new file of the write-ahead log, whose space is already allocated, so that the tables run out of disk
  // before the log does.
  await db.$client.query('select pg_switch_wal()')
  await db.$client.query('checkpoint')
  const before = await savePushTokens(api.url, school.jwts.slice(0, 20))
  const load = startLoad(api.url, school, { connections: READER_CONNECTIONS, pauseMs: READ_PAUSE_MS })
  databaseDisk.fill()
  const full = await savePushTokens(api.url, school.jwts.slice(20, 220))
  const reads = await load.stop()
  databaseDisk.empty()
  const backMs = await timeUntilWrite(api.url, school.jwts[220] as string)
  const after = await savePushTokens(api.url, school.jwts.slice(221, 260))
  const lostWrites = await countLost(scene, [...before, ...full, ...after])
  const refused = full.filter(({ status }) => status === 503).length
  const isAlive = api.isAlive()
  await api.end('SIGTERM')
  const isGood =
    areAcceptedOrRefused(full) &&
    refused > 0 &&
    slowestMs(full) <= ANSWER_MS_MAX &&
    reads.failed.length === 0 &&
    backMs <= ANSWER_MS_MAX &&
    acknowledgedOf(after).length === after.length &&
    lostWrites === 0 &&
    isAlive
  return {
    isGood,
    summary: `${full.length} writes: ${refused} answered 503, ${acknowledgedOf(full).length} 200 (slowest ${slowestMs(full)} ms); ${reads.calls} reads meanwhile, ${reads.failed.length} failed (${kindsOf(reads.failed)}); with space again a write after ${backMs} ms, then ${acknowledgedOf(after).length} of ${after.length}; ${lostWrites} acknowledged writes lost`,
  }
}
