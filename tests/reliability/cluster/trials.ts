import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, startApi } from '../../support/stage/api.ts'
import type { School } from '../../support/stage/database.ts'
import { kindsOf, startLoad, type Tally } from '../../support/stage/load.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { goOnFor, type Round } from '../../support/suiteProgress.ts'

export const CONNECTIONS = 50
const SETTLE_MS = 2_000
/** What P7 promises: so many calls over so many restarts, at least. */
const RESTARTS = 4
const CALLS = 50_000
/** Two cores that are shared with the load take a third of it. */
const CALLS_MS_MAX = 300_000
/** Of the long form. */
const RESTARTS_GOAL = 200
/** Between two calls of a connection, so that a new process finds a core to start on. */
export const PAUSE_MS = 30

const number = (count: number) => count.toLocaleString('en')
const rate = ({ calls }: Tally, since: number) => Math.round(calls / ((performance.now() - since) / 1000))

/** P6, of one of several processes: `kill` does it, and answers once another serves how many connections it held. */
export async function killUnderLoad(
  url: string,
  school: School,
  kill: () => Promise<number>,
): Promise<Verdict> {
  const since = performance.now()
  const load = startLoad(url, school, { connections: CONNECTIONS, pauseMs: PAUSE_MS })
  await sleep(SETTLE_MS)
  const held = await kill()
  await sleep(SETTLE_MS)
  const tally = await load.stop()
  const { calls, failed, failedForUser, slowestMs } = tally
  return {
    isGood: held > 0 && failed.length <= held && failedForUser === 0,
    told: `${calls} calls (${rate(tally, since)}/s), ${held} connections held, ${failed.length} failed (${kindsOf(failed)}), ${failedForUser} for the user too, who has 8 s and for a read a second attempt; slowest ${Math.round(slowestMs)} ms`,
  }
}

type Restarts = { suite: string; minutes: number; restart: () => Promise<void> }

/**
 * P7: `restart` replaces every process once, again and again until there were as many calls as P7 wants, and then for
 * `minutes` more, which go on where the last ones ended.
 */
export async function restartUnderLoad(
  url: string,
  school: School,
  { suite, minutes, restart }: Restarts,
): Promise<Verdict> {
  const since = performance.now()
  const load = startLoad(url, school, { connections: CONNECTIONS, withWrites: true, pauseMs: PAUSE_MS })
  let restarts = 0
  async function restartOnce(): Promise<Round> {
    await sleep(SETTLE_MS)
    await restart()
    restarts += 1
    if (restarts % 10 === 0) console.log(`   … ${load.tally.calls} calls, ${restarts} restarts`)
    return { did: 1, isGood: load.tally.failed.length === 0 }
  }
  const isShort = () => load.tally.calls < CALLS && performance.now() - since < CALLS_MS_MAX
  while (restarts < RESTARTS || isShort()) await restartOnce()
  const long = minutes > 0 ? await goOnFor({ suite, minutes, goal: RESTARTS_GOAL }, restartOnce) : undefined
  const tally = await load.stop()
  const far = long ? `; ${long.done} of ${RESTARTS_GOAL} so far` : ''
  return {
    isGood: tally.failed.length === 0 && tally.calls >= CALLS,
    told: `${number(tally.calls)} of ${number(CALLS)} calls (${rate(tally, since)}/s), one in 20 a write, over ${restarts} restarts: ${tally.failed.length} failed (${kindsOf(tally.failed)}); slowest ${Math.round(tally.slowestMs)} ms${far}`,
  }
}

/** One after the other: it drains, ends, and a new one takes its port. */
export async function replaceEach(apis: Api[], environment: Record<string, string>): Promise<void> {
  for (const [index, api] of apis.entries()) {
    await api.end('SIGTERM')
    apis[index] = await startApi(environment, api.port)
  }
}
