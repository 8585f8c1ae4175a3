import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy } from '../../e2e/support/network/tcpProxy.ts'
import { type Api, launchApi, startApi } from '../../support/stage/api.ts'
import { databaseAway, type Outage } from '../../support/stage/databaseAway.ts'
import { kindsOf, startLoad } from '../../support/stage/load.ts'
import type { Judge, Verdict } from '../../support/stage/verdicts.ts'
import { cleanUp, onCleanup } from '../../support/suite.ts'
import { type FaultTestEnvironment, type Given, openStage } from './faultEnvironment.ts'

/** As P5 has it, for a database that is stopped; the other outages are told from it by their first seconds. */
const STOPPED_MS = 30_000
const OTHER_MS = 8_000
/** In each direction, so that an answer comes twice as late. */
const SLOW_MS = 250
const CRAWLING_MS = 2_500
const PAUSE_MS = 100
/** Fewer than the pool of one process would open. */
const FEW_CONNECTIONS = 6
const FEW_MS = 5_000
/** An operator waits so long for one line. */
const REFUSED_START_MS = 15_000
const STOP_MS = 20_000

type Line = Awaited<ReturnType<typeof startTcpProxy>>
type Scene = { stage: FaultTestEnvironment; line: Line; api: Api; connections: number }

const stoppedFor = ({ stage: { postgres } }: Scene, ms: number): Outage => ({
  begin: postgres.stop,
  end: postgres.start,
  ms,
})
const silentFor = ({ line }: Scene, ms: number): Outage => ({ begin: line.blackhole, end: line.restore, ms })
const slowBy = ({ line }: Scene, delayMs: number, isServing: boolean): Outage => ({
  begin: async () => line.worsen({ delayMs }),
  end: line.restore,
  ms: OTHER_MS,
  isServing,
})

const away = ({ api, stage, connections }: Scene, outage: Outage) =>
  databaseAway({ url: api.url, connections, pauseMs: PAUSE_MS }, stage.school, outage, api.isAlive)

/** It ends by itself with 1 and one line, for whatever runs it to start it again. */
async function startWithout(environment: Record<string, string>): Promise<Verdict> {
  const since = performance.now()
  const api = await launchApi(environment)
  const late = setTimeout(() => api.child.kill('SIGKILL'), REFUSED_START_MS)
  const code = await api.ended
  clearTimeout(late)
  const ms = Math.round(performance.now() - since)
  const lines = api.said().trim().split('\n')
  const isTold =
    lines.length === 1 && /^Apoderados cannot start: the database .+check DATABASE_URL$/.test(lines[0] ?? '')
  return { isGood: code === 1 && isTold, told: `ended with ${code} after ${ms} ms: ${lines.join(' / ')}` }
}

async function startsWithoutDatabase({ stage, line, api }: Scene): Promise<Verdict> {
  await api.end('SIGTERM')
  await line.refuse()
  const gone = await startWithout(stage.environment)
  await line.blackhole()
  const silent = await startWithout(stage.environment)
  await line.restore()
  const again = await startApi(stage.environment)
  await again.end('SIGTERM')
  return {
    isGood: gone.isGood && silent.isGood,
    told: `refused: ${gone.told}; silent: ${silent.told}; there: it serves`,
  }
}

/** It comes back with room for fewer connections than the pool wants. */
async function fewConnections({ stage, api, connections }: Scene, settings: string[]): Promise<Verdict> {
  const { postgres, school } = stage
  settings.push(`max_connections=${FEW_CONNECTIONS}`, 'superuser_reserved_connections=0', 'max_wal_senders=0')
  await postgres.stop()
  await postgres.start()
  const load = startLoad(api.url, school, {
    connections,
    keepsOutcomes: true,
    pauseMs: PAUSE_MS,
  })
  await sleep(FEW_MS)
  const { calls, failed, slowestMs } = await load.stop()
  settings.splice(0)
  await postgres.stop()
  await postgres.start()
  const share = failed.length / calls
  return {
    isGood: share <= 0.01 && slowestMs <= 2_000 && api.isAlive(),
    told: `${calls} calls over ${FEW_CONNECTIONS} connections, ${failed.length} failed (${kindsOf(failed)}); slowest ${Math.round(slowestMs)} ms`,
  }
}

/** A process that waits for a database that says nothing ends when it is told to. */
async function endsWhileSilent({ api, line, stage, connections }: Scene): Promise<Verdict> {
  const load = startLoad(api.url, stage.school, { connections, pauseMs: PAUSE_MS })
  await sleep(1_000)
  await line.blackhole()
  await sleep(500)
  const since = performance.now()
  const late = setTimeout(() => api.child.kill('SIGKILL'), STOP_MS)
  api.child.kill('SIGTERM')
  const code = await api.ended
  clearTimeout(late)
  const ms = Math.round(performance.now() - since)
  await load.stop()
  await line.restore()
  return { isGood: code === 0, told: `ended with ${code} after ${ms} ms` }
}

/** P5, each on the same process, which must not be another one at the end. */
export async function databaseTrials(judge: Judge, { binaries, connections }: Given): Promise<void> {
  const settings: string[] = []
  const stage = await openStage(binaries, settings)
  const line = await startTcpProxy(stage.postgres.url.replace('postgres:', 'http:'))
  onCleanup(line.stop)
  stage.environment.DATABASE_URL = stage.postgres.url.replace(/:\d+\//, `:${new URL(line.url).port}/`)
  const start = async (): Promise<Scene> => ({
    stage,
    line,
    connections,
    api: await startApi(stage.environment),
  })
  const scene = await start()
  await judge('database stopped for 30 s', () => away(scene, stoppedFor(scene, STOPPED_MS)))
  await judge('database silent', () => away(scene, silentFor(scene, OTHER_MS)))
  await judge('database answers after 0.5 s', () => away(scene, slowBy(scene, SLOW_MS, true)))
  await judge('database answers after 5 s', () => away(scene, slowBy(scene, CRAWLING_MS, false)))
  await judge('database with few connections', () => fewConnections(scene, settings))
  await judge('database silent while the process ends', () => endsWhileSilent(scene))
  await judge('database gone before the start', async () => startsWithoutDatabase(await start()))
  await cleanUp()
}
