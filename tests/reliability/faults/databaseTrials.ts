import { setTimeout as sleep } from 'node:timers/promises'
import { databaseLimits } from '@apoderados/database/client/limits'
import { startTcpProxy } from '../../e2e/support/network/tcpProxy.ts'
import { type Api, launchApi, startApi } from '../../support/stage/api.ts'
import { checkOutage, type Outage } from '../../support/stage/outage.ts'
import { kindsOf, startLoad } from '../../support/stage/requestLoad.ts'
import type { Judge, Verdict } from '../../support/stage/verdicts.ts'
import { cleanUp, onCleanup } from '../../support/suite.ts'
import { type FaultTestEnvironment, openStage, type TrialOptions } from './faultEnvironment.ts'

/**
 * How long the database is stopped, as P5 demands. A silent or slow database stays so for OTHER_OUTAGE_MS, because the
 * effect shows in the first seconds.
 */
const STOPPED_OUTAGE_MS = 30_000
const OTHER_OUTAGE_MS = 8_000
/** The proxy's delays in each direction: an answer of the slow or crawling database is late by twice as much. */
const SLOW_DELAY_MS = 250
const CRAWLING_DELAY_MS = 2_500
const CALL_PAUSE_MS = 100
/** Fewer connections than the pool of one process opens. */
const FEW_CONNECTIONS = 6
const FEW_CONNECTIONS_LOAD_MS = 5_000
/** The time after which a server that starts without a database is killed if it has not exited by itself. */
const START_TIMEOUT_MS = 2 * databaseLimits.databaseCommandAcquireMs
const STOP_TIMEOUT_MS = 20_000

type DatabaseProxy = Awaited<ReturnType<typeof startTcpProxy>>
type DatabaseFaultEnvironment = {
  stage: FaultTestEnvironment
  proxy: DatabaseProxy
  api: Api
  connections: number
}

const stoppedOutage = ({ stage: { postgres } }: DatabaseFaultEnvironment, ms: number): Outage => ({
  begin: postgres.stop,
  end: postgres.start,
  ms,
})
const silentOutage = ({ proxy }: DatabaseFaultEnvironment, ms: number): Outage => ({
  begin: proxy.blackhole,
  end: proxy.restore,
  ms,
})
const slowOutage = ({ proxy }: DatabaseFaultEnvironment, delayMs: number, isServing: boolean): Outage => ({
  begin: async () => proxy.degrade({ delayMs }),
  end: proxy.restore,
  ms: OTHER_OUTAGE_MS,
  isServing,
})

const checkOutageUnderLoad = ({ api, stage, connections }: DatabaseFaultEnvironment, outage: Outage) =>
  checkOutage({ url: api.url, connections, pauseMs: CALL_PAUSE_MS }, stage.school, outage, api.isAlive)

/**
 * Starts a server whose database does not answer. It must exit, so that its supervisor restarts it, with status 1 and
 * one line of output.
 */
async function checkStartWithUnreachableDatabase(environment: Record<string, string>): Promise<Verdict> {
  const startedAt = performance.now()
  const api = await launchApi(environment)
  const killTimer = setTimeout(() => api.child.kill('SIGKILL'), START_TIMEOUT_MS)
  const code = await api.ended
  clearTimeout(killTimer)
  const ms = Math.round(performance.now() - startedAt)
  const lines = api.output().trim().split('\n')
  const isReported =
    lines.length === 1 && /^Apoderados cannot start: the database .+check DATABASE_URL$/.test(lines[0] ?? '')
  return {
    isGood: code === 1 && isReported,
    summary: `ended with ${code} after ${ms} ms: ${lines.join(' / ')}`,
  }
}

async function checkStartWithoutDatabase({ stage, proxy, api }: DatabaseFaultEnvironment): Promise<Verdict> {
  await api.end('SIGTERM')
  await proxy.refuse()
  const refused = await checkStartWithUnreachableDatabase(stage.environment)
  await proxy.blackhole()
  const silent = await checkStartWithUnreachableDatabase(stage.environment)
  await proxy.restore()
  const again = await startApi(stage.environment)
  await again.end('SIGTERM')
  return {
    isGood: refused.isGood && silent.isGood,
    summary: `refused: ${refused.summary}; silent: ${silent.summary}; there: it serves`,
  }
}

/** Checks that nearly all calls succeed while the database accepts fewer connections than the pool opens. */
async function checkFewConnections(
  { stage, api, connections }: DatabaseFaultEnvironment,
  settings: string[],
): Promise<Verdict> {
  const { postgres, school } = stage
  settings.push(`max_connections=${FEW_CONNECTIONS}`, 'superuser_reserved_connections=0', 'max_wal_senders=0')
  await postgres.stop()
  await postgres.start()
  const load = startLoad(api.url, school, {
    connections,
    keepsOutcomes: true,
    pauseMs: CALL_PAUSE_MS,
  })
  await sleep(FEW_CONNECTIONS_LOAD_MS)
  const { calls, failed, slowestMs } = await load.stop()
  settings.splice(0)
  await postgres.stop()
  await postgres.start()
  const share = failed.length / calls
  return {
    isGood: share <= 0.01 && slowestMs <= 2_000 && api.isAlive(),
    summary: `${calls} calls over ${FEW_CONNECTIONS} connections, ${failed.length} failed (${kindsOf(failed)}); slowest ${Math.round(slowestMs)} ms`,
  }
}

/** Stops a process while it waits for a silent database: it must exit. */
async function checkStopWhileSilent({
  api,
  proxy,
  stage,
  connections,
}: DatabaseFaultEnvironment): Promise<Verdict> {
  const load = startLoad(api.url, stage.school, { connections, pauseMs: CALL_PAUSE_MS })
  await sleep(1_000)
  await proxy.blackhole()
  await sleep(500)
  const startedAt = performance.now()
  const killTimer = setTimeout(() => api.child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  api.child.kill('SIGTERM')
  const code = await api.ended
  clearTimeout(killTimer)
  const ms = Math.round(performance.now() - startedAt)
  await load.stop()
  await proxy.restore()
  return { isGood: code === 0, summary: `ended with ${code} after ${ms} ms` }
}

/**
 * Runs the failures of the database (P5) one after the other. One process serves during all of them until it is
 * stopped; the last trial, a start without a database, has processes of its own.
 */
export async function runDatabaseTrials(
  judge: Judge,
  { binaries, connections }: TrialOptions,
): Promise<void> {
  const settings: string[] = []
  const stage = await openStage(binaries, settings)
  const proxy = await startTcpProxy(stage.postgres.url.replace('postgres:', 'http:'))
  onCleanup(proxy.stop)
  stage.environment.DATABASE_URL = stage.postgres.url.replace(/:\d+\//, `:${new URL(proxy.url).port}/`)
  const start = async (): Promise<DatabaseFaultEnvironment> => ({
    stage,
    proxy,
    connections,
    api: await startApi(stage.environment),
  })
  const scene = await start()
  await judge('database stopped for 30 s', () =>
    checkOutageUnderLoad(scene, stoppedOutage(scene, STOPPED_OUTAGE_MS)),
  )
  await judge('database silent', () => checkOutageUnderLoad(scene, silentOutage(scene, OTHER_OUTAGE_MS)))
  await judge('database answers after 0.5 s', () =>
    checkOutageUnderLoad(scene, slowOutage(scene, SLOW_DELAY_MS, true)),
  )
  await judge('database answers after 5 s', () =>
    checkOutageUnderLoad(scene, slowOutage(scene, CRAWLING_DELAY_MS, false)),
  )
  await judge('database with few connections', () => checkFewConnections(scene, settings))
  await judge('database silent while the process ends', () => checkStopWhileSilent(scene))
  await judge('database gone before the start', async () => checkStartWithoutDatabase(await start()))
  await cleanUp()
}
