import type { Api } from '../stage/api.ts'
import type { Verdict } from '../stage/verdicts.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { tellStep } from './table.ts'
import { goodputOf, kindsOf, othersOf, percentile, type Tally } from './tally.ts'

/** Fewer than the gate lets in: the peak is what it gives when nobody is refused. */
const PEAK_CONNECTIONS = [16, 32, 64]
const PEAK_SECONDS = 3
const STEPS = [0.5, 1, 2, 10]
const STEP_SECONDS = 5
/** Each client has its own; more than these the server would not hold. */
const CONNECTIONS = 1_800
const GOODPUT_MIN = 0.8
const ACCEPTED_P99_MAX_MS = 1_000
const RECOVERY_MAX_MS = 5_000
/** Longer than a recovery may take: else one that never comes would pass. */
const AFTER = { rate: 50, seconds: 7 }
/** At the end of that, in which no call may fail. */
const QUIET_MS = 1_000

export type Stage = { api: Api; next: () => Buffer }

/** The most it answers a second, however it is asked. */
export async function findPeak({ api, next }: Stage): Promise<number> {
  let peak = 0
  for (const connections of PEAK_CONNECTIONS) {
    const tally = await sendClosedLoop({ port: api.port, next, connections }, PEAK_SECONDS)
    tellStep(`peak, ${connections} connections`, tally, api)
    peak = Math.max(peak, goodputOf(tally))
  }
  return peak
}

/**
 * How long after the begin the last call failed; 0 when none did, Infinity when the last second still has one, when one was
 * answered too late, or none at all.
 */
export function recoveryOf({ acceptedMs, lastFailedAt, endsAt, seconds }: Tally): number {
  const isSlow = percentile(acceptedMs, 1) > ACCEPTED_P99_MAX_MS
  const isFailing = lastFailedAt > endsAt - QUIET_MS
  return isSlow || isFailing ? Number.POSITIVE_INFINITY : Math.max(0, lastFailedAt - endsAt + seconds * 1_000)
}

const recoveryMs = async ({ api, next }: Stage): Promise<number> =>
  recoveryOf(await sendOpenLoop({ port: api.port, next, connections: CONNECTIONS }, AFTER))

type Step = { times: number; isGood: boolean; told: string }

async function overloadStep(stage: Stage, peak: number, times: number): Promise<Step> {
  const { api, next } = stage
  const rate = peak * times
  const load = { port: api.port, next, connections: CONNECTIONS }
  const tally = await sendOpenLoop(load, { rate, seconds: STEP_SECONDS })
  tellStep(`${times} × the peak`, tally, api)
  const recovered = await recoveryMs(stage)
  const share = goodputOf(tally) / Math.min(peak, rate)
  const p99 = percentile(tally.acceptedMs, 0.99)
  const isGood =
    share >= GOODPUT_MIN && p99 <= ACCEPTED_P99_MAX_MS && othersOf(tally) === 0 && recovered < RECOVERY_MAX_MS
  const told = `goodput ${(share * 100).toFixed(0)} %, p99 ${p99.toFixed(0)} ms, neither 200 nor 503: ${kindsOf(tally)}, last failure ${recovered.toFixed(0)} ms after the load`
  return { times, isGood, told }
}

/** P8: steps of calls that come however slow the answers are. */
export async function overload(stage: Stage): Promise<Verdict> {
  const peak = await findPeak(stage)
  const steps: Step[] = []
  for (const times of STEPS) steps.push(await overloadStep(stage, peak, times))
  return {
    isGood: steps.every(({ isGood }) => isGood),
    told: `peak ${peak.toFixed(0)}/s; ${steps.map(({ times, isGood, told }) => `${isGood ? '' : 'FAILED '}${times} ×: ${told}`).join('; ')}`,
  }
}
