import { setTimeout as sleep } from 'node:timers/promises'
import type { School } from './database.ts'
import { waitUntil } from './programs.ts'
import { type CallResult, kindsOf, startLoad } from './requestLoad.ts'
import type { Verdict } from './verdicts.ts'

const STEADY_LOAD_MS = 2_000
/** The time within which P5 promises a refusal while the database fails, and an answer once it is back. */
const ANSWER_MS_MAX = 2_000
const PROBE_INTERVAL_MS = 500

/** `begin` makes the database fail, and `end` repairs it after `ms`. */
export type Outage = {
  begin(): Promise<unknown>
  end(): Promise<unknown>
  ms: number
  /** A slow database may still answer: refusals are then allowed, not required. */
  isServing?: boolean
}

type Probe = { path: string; status: number; time: number }

/** Starts to probe liveness and readiness. @returns a function that ends the probes and returns their answers */
function startHealthProbes(url: string): () => Promise<Probe[]> {
  const probes: Probe[] = []
  let isOver = false
  async function watch(path: string): Promise<void> {
    while (!isOver) {
      const { status } = await fetch(url + path, { signal: AbortSignal.timeout(5_000) }).catch(() => ({
        status: 0,
      }))
      probes.push({ path, status, time: performance.now() })
      await sleep(PROBE_INTERVAL_MS)
    }
  }
  const watches = ['/healthz', '/readyz'].map(watch)
  return async () => {
    isOver = true
    await Promise.all(watches)
    return probes
  }
}

type OutageTimes = { begunAt: number; endedAt: number; backAt: number }

function judgeHealth(probes: Probe[], { begunAt, endedAt, backAt }: OutageTimes, isServing: boolean) {
  const alive = probes.filter(({ path }) => path === '/healthz')
  const deaths = alive.filter(({ status }) => status !== 200).length
  const readinessProbes = probes.filter(
    ({ path, time }) => path === '/readyz' && time > begunAt + ANSWER_MS_MAX && time < endedAt,
  )
  const wrongAnswers = isServing ? 0 : readinessProbes.filter(({ status }) => status !== 503).length
  const readyAt = probes.find(
    ({ path, status, time }) => path === '/readyz' && status === 200 && time > backAt,
  )?.time
  return {
    isGood:
      deaths === 0 &&
      wrongAnswers === 0 &&
      (isServing || readinessProbes.length > 0) &&
      readyAt !== undefined,
    summary: `/healthz 200 in ${alive.length - deaths} of ${alive.length}, /readyz 503 in ${readinessProbes.length - wrongAnswers} of ${readinessProbes.length}`,
  }
}

const isRefusal = ({ status, retryAfter }: CallResult) => status === 503 && Number(retryAfter) > 0
const slowestMs = (outcomes: CallResult[]) => Math.round(Math.max(0, ...outcomes.map(({ ms }) => ms)))

/**
 * Checks P5 (docs/security.md) under load: calls are refused in time during the failure of the database, and answered
 * in time after it, by the same processes.
 */
export async function checkOutage(
  { url, connections, pauseMs }: { url: string; connections: number; pauseMs: number },
  school: School,
  { begin, end, ms, isServing = false }: Outage,
  areProcessesSame: () => boolean,
): Promise<Verdict> {
  const load = startLoad(url, school, { connections, keepsOutcomes: true, pauseMs })
  const stopWatching = startHealthProbes(url)
  await sleep(STEADY_LOAD_MS)
  const begunAt = performance.now()
  await begin()
  await sleep(ms)
  const endedAt = performance.now()
  await end()
  const backAt = performance.now()
  const isAnswered = () => load.tally.outcomes.some(({ status, at }) => status === 200 && at > backAt)
  await waitUntil(isAnswered, 'the first good answer')
  await sleep(STEADY_LOAD_MS + PROBE_INTERVAL_MS)
  const { outcomes, failed } = await load.stop()
  const health = judgeHealth(await stopWatching(), { begunAt, endedAt, backAt }, isServing)
  const refused = failed.filter(isRefusal)
  const first = outcomes.find(({ status, at }) => status === 200 && at > backAt)
  const backMs = Math.round((first?.at ?? Number.POSITIVE_INFINITY) - backAt)
  const lateFailures = failed.filter(({ at }) => at > backAt + ANSWER_MS_MAX).length
  const isInTime = slowestMs(outcomes) <= ANSWER_MS_MAX && backMs <= ANSWER_MS_MAX && lateFailures === 0
  return {
    isGood:
      (isServing || refused.length > 0) &&
      refused.length === failed.length &&
      isInTime &&
      health.isGood &&
      areProcessesSame(),
    summary: `${outcomes.length} calls, ${refused.length} answered 503 with Retry-After (slowest ${slowestMs(refused)} ms, of all ${slowestMs(outcomes)} ms), ${failed.length - refused.length} failed otherwise (${kindsOf(failed)}); ${health.summary}; first good answer ${backMs} ms after it was back, ${lateFailures} failures 2 s after it; processes ${areProcessesSame() ? 'the same' : 'CHANGED'}`,
  }
}
