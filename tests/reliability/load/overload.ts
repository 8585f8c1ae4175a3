import type { Api } from '../../support/stage/api.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { reportStep } from './loadTable.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { goodputOf, kindsOf, othersOf, percentile, type Tally } from './tally.ts'

/** Fewer than the gate lets in: the peak is what it gives when nobody is refused. */
const PEAK_CONNECTIONS = [16, 32, 64]
const PEAK_SECONDS = 3
const STEPS = [0.5, 1, 2]
/** What a proxy turns away; one process alone has to hold out against it (decision 0022). */
const FLOOD = 10
const STEP_SECONDS = 5
/** Each client has its own; more than these the server would not hold. */
const CONNECTIONS = 1_800
const GOODPUT_MIN = 0.8
/** Least shares of the peak in a flood: the callers, the proxy's refusals and the server share these cores. */
const FLOOD_GOODPUT_MIN = { alone: 0.25, behindProxy: 0.5 }
const ACCEPTED_P99_MAX_MS = 1_000
const RECOVERY_MAX_MS = 5_000
/** Longer than a recovery may take: else one that never comes would pass. */
const AFTER = { rate: 50, seconds: 7 }
/** At the end of that, in which no call may fail. */
const QUIET_MS = 1_000

export type LoadTarget = { api: Api; next: () => Buffer }

/** The most it answers a second, however it is asked. */
export async function findPeak({ api, next }: LoadTarget): Promise<number> {
  let peak = 0
  for (const connections of PEAK_CONNECTIONS) {
    const tally = await sendClosedLoop({ port: api.port, next, connections }, PEAK_SECONDS)
    reportStep(`peak, ${connections} connections`, tally, api)
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

const recoveryMs = async ({ api, next }: LoadTarget): Promise<number> =>
  recoveryOf(await sendOpenLoop({ port: api.port, next, connections: CONNECTIONS }, AFTER))

type Step = { times: number; isGood: boolean; told: string }
type OverloadRun = { stage: LoadTarget; peak: number; times: number }
/** What came of a step, and how long it was felt. */
type Outcome = { goodput: number; p99: number; others: number; kinds: string; recovered: number }

async function outcomeOf({ stage, peak, times }: OverloadRun): Promise<Outcome> {
  const { api, next } = stage
  const load = { port: api.port, next, connections: CONNECTIONS }
  const tally = await sendOpenLoop(load, { rate: peak * times, seconds: STEP_SECONDS })
  reportStep(`${times} × the peak`, tally, api)
  return {
    goodput: goodputOf(tally),
    p99: percentile(tally.acceptedMs, 0.99),
    others: othersOf(tally),
    kinds: kindsOf(tally),
    recovered: await recoveryMs(stage),
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

const tell = ({ p99, kinds, recovered }: Outcome, goodput: string) =>
  `goodput ${goodput}, p99 ${p99.toFixed(0)} ms, neither 200 nor 503: ${kinds}, last failure ${recovered.toFixed(0)} ms after the load`

const isOrderly = ({ p99, others, recovered }: Outcome) =>
  p99 <= ACCEPTED_P99_MAX_MS && others === 0 && recovered < RECOVERY_MAX_MS

async function overloadStep(asked: OverloadRun): Promise<Step> {
  const { peak, times } = asked
  const outcome = await outcomeOf(asked)
  const share = outcome.goodput / Math.min(peak, peak * times)
  return { times, isGood: share >= GOODPUT_MIN && isOrderly(outcome), told: tell(outcome, percent(share)) }
}

/** What the server gives while its callers send as many calls of the flood elsewhere, where they are refused the same way. */
async function peakBeside({ api, next }: LoadTarget, refusingPort: number, rate: number): Promise<number> {
  const [tally] = await Promise.all([
    sendClosedLoop({ port: api.port, next, connections: PEAK_CONNECTIONS.at(-1) ?? 0 }, STEP_SECONDS),
    sendOpenLoop({ port: refusingPort, next, connections: CONNECTIONS }, { rate, seconds: STEP_SECONDS }),
  ])
  reportStep('peak, flood elsewhere', tally, api)
  return goodputOf(tally)
}

/** Ten times the peak, most of which the proxy turns away. */
async function floodBehindProxy(stage: LoadTarget, peak: number, refusingPort: number): Promise<Step> {
  const outcome = await outcomeOf({ stage, peak, times: FLOOD })
  const most = Math.min(peak, await peakBeside(stage, refusingPort, peak * (FLOOD - 1)))
  const [ofPeak, ofMost] = [outcome.goodput / peak, outcome.goodput / most]
  const isKept = ofMost >= GOODPUT_MIN && ofPeak >= FLOOD_GOODPUT_MIN.behindProxy
  const told = `${percent(ofMost)} of the ${most.toFixed(0)}/s beside as many calls that are refused elsewhere, ${percent(ofPeak)} of the peak`
  return { times: FLOOD, isGood: isKept && isOrderly(outcome), told: tell(outcome, told) }
}

/** Ten times the peak for one process: it stands, keeps serving and is itself again as soon as it ends. */
async function floodAlone(stage: LoadTarget, peak: number): Promise<Step> {
  const outcome = await outcomeOf({ stage, peak, times: FLOOD })
  const share = outcome.goodput / peak
  const isGood = share >= FLOOD_GOODPUT_MIN.alone && outcome.recovered < RECOVERY_MAX_MS
  return { times: FLOOD, isGood, told: tell(outcome, percent(share)) }
}

/**
 * P8: steps of calls that come however slow the answers are. `refusingPort`: of a proxy that refuses all, like the one that
 * the server stands behind; without one the server stands alone.
 */
export async function overload(stage: LoadTarget, refusingPort?: number): Promise<Verdict> {
  const peak = await findPeak(stage)
  const steps: Step[] = []
  for (const times of STEPS) steps.push(await overloadStep({ stage, peak, times }))
  steps.push(
    refusingPort === undefined
      ? await floodAlone(stage, peak)
      : await floodBehindProxy(stage, peak, refusingPort),
  )
  return {
    isGood: steps.every(({ isGood }) => isGood),
    told: `peak ${peak.toFixed(0)}/s; ${steps.map(({ times, isGood, told }) => `${isGood ? '' : 'FAILED '}${times} ×: ${told}`).join('; ')}`,
  }
}
