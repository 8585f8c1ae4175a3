import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, startApi } from '../../support/stage/api.ts'
import type { School } from '../../support/stage/database.ts'
import { kindsOf, type LoadTally, startLoad } from '../../support/stage/requestLoad.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { type Round, runLongForm } from '../../support/suiteProgress.ts'

export const CONNECTIONS = 50
const STEADY_LOAD_MS = 2_000
/** The least numbers that P7 demands: of restarts of all processes, and of calls while they restart. */
const RESTARTS_MIN = 4
const CALLS_MIN = 50_000
/** How long the load may take to reach CALLS_MIN: it shares two cores with the processes. */
const CALLS_TIMEOUT_MS = 300_000
/** The number of restarts that runs with `minutes` (the long form of the suite) reach together. */
const RESTARTS_GOAL = 200
/** The pause between two calls of a connection, so that a new process gets CPU time to start. */
export const PAUSE_MS = 30

const formatCount = (count: number) => count.toLocaleString('en')
const callsPerSecond = ({ calls }: LoadTally, startedAt: number) =>
  Math.round(calls / ((performance.now() - startedAt) / 1000))

/**
 * Checks that users notice nothing when one of several processes is killed under load, and that no more calls fail than
 * this process had connections (P6). `kill` kills a process and returns the number of its connections once a new
 * process serves.
 */
export async function killUnderLoad(
  url: string,
  school: School,
  kill: () => Promise<number>,
): Promise<Verdict> {
  const startedAt = performance.now()
  const load = startLoad(url, school, { connections: CONNECTIONS, pauseMs: PAUSE_MS })
  await sleep(STEADY_LOAD_MS)
  const heldConnections = await kill()
  await sleep(STEADY_LOAD_MS)
  const tally = await load.stop()
  const { calls, failed, failedForUser, slowestMs } = tally
  return {
    isGood: heldConnections > 0 && failed.length <= heldConnections && failedForUser === 0,
    summary: `${calls} calls (${callsPerSecond(tally, startedAt)}/s), ${heldConnections} connections held, ${failed.length} failed (${kindsOf(failed)}), ${failedForUser} for the user too, who has 8 s and for a read a second attempt; slowest ${Math.round(slowestMs)} ms`,
  }
}

type RestartOptions = { suite: string; minutes: number; restart: () => Promise<void> }

/**
 * Checks that no call fails while processes restart (P7): repeats `restart`, which replaces every process once, until
 * RESTARTS_MIN and CALLS_MIN are reached, and then for `minutes` more. The restarts in these minutes are counted
 * together with those of earlier runs.
 */
export async function restartUnderLoad(
  url: string,
  school: School,
  { suite, minutes, restart }: RestartOptions,
): Promise<Verdict> {
  const startedAt = performance.now()
  const load = startLoad(url, school, { connections: CONNECTIONS, withWrites: true, pauseMs: PAUSE_MS })
  let restarts = 0
  async function restartOnce(): Promise<Round> {
    await sleep(STEADY_LOAD_MS)
    await restart()
    restarts += 1
    if (restarts % 10 === 0) console.log(`   … ${load.tally.calls} calls, ${restarts} restarts`)
    return { count: 1, isGood: load.tally.failed.length === 0 }
  }
  const needsMoreCalls = () =>
    load.tally.calls < CALLS_MIN && performance.now() - startedAt < CALLS_TIMEOUT_MS
  while (restarts < RESTARTS_MIN || needsMoreCalls()) await restartOnce()
  const long =
    minutes > 0 ? await runLongForm({ suite, minutes, goal: RESTARTS_GOAL }, restartOnce) : undefined
  const tally = await load.stop()
  const progress = long ? `; ${long.done} of ${RESTARTS_GOAL} so far` : ''
  return {
    isGood: tally.failed.length === 0 && tally.calls >= CALLS_MIN,
    summary: `${formatCount(tally.calls)} of ${formatCount(CALLS_MIN)} calls (${callsPerSecond(tally, startedAt)}/s), one in 20 a write, over ${restarts} restarts: ${tally.failed.length} failed (${kindsOf(tally.failed)}); slowest ${Math.round(tally.slowestMs)} ms${progress}`,
  }
}

/** Replaces the processes one after the other in `apis`: each drains and exits, and a new one takes its port. */
export async function replaceEach(apis: Api[], environment: Record<string, string>): Promise<void> {
  for (const [index, api] of apis.entries()) {
    await api.end('SIGTERM')
    apis[index] = await startApi(environment, api.port)
  }
}
