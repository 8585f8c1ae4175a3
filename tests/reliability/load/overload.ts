import type { Api } from '../../support/stage/api.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { printStep } from './loadTable.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { type AnswerTally, countOtherFailures, goodputOf, kindsOf, percentile } from './tally.ts'

/** Fewer connections than the server's limit of concurrent calls, so that the peak is measured without refusals. */
const PEAK_CONNECTIONS = [16, 32, 64]
const PEAK_SECONDS = 3
/** The rates of the steps before the flood, as multiples of the peak. */
const LOAD_STEPS = [0.5, 1, 2]
/** The multiple of the peak in the flood, most of which a proxy sheds. */
const FLOOD_MULTIPLE = 10
const STEP_SECONDS = 5
/** Each client has its own connection; the server's limit is 2,000. */
const CONNECTIONS = 1_800
/**
 * The least goodput (answers 200 per second): as a share of the offered rate or, if that is less, of the peak; in the
 * flood behind a proxy, of the peak beside a flood.
 */
const GOODPUT_SHARE_MIN = 0.8
/**
 * The least goodput of a process that must only survive: one without a proxy, from its peak on (decision 0021), and,
 * behind a proxy, in the flood. It is low, because callers, refusals and the server share the same cores.
 */
const SURVIVING_GOODPUT_MIN = { alone: 0.25, behindProxy: 0.5 }
const ACCEPTED_P99_MAX_MS = 1_000
const RECOVERY_MAX_MS = 5_000
/** The load after a step. It lasts longer than a recovery may take, so that a missing recovery is noticed. */
const RECOVERY_LOAD = { rate: 50, seconds: 7 }
/** The time at the end of the recovery load in which no call may fail. */
const QUIET_MS = 1_000

export type LoadTarget = { api: Api; next: () => Buffer }

/** Returns the highest rate of answers per second over several numbers of connections. */
export async function findPeak({ api, next }: LoadTarget): Promise<number> {
  let peak = 0
  for (const connections of PEAK_CONNECTIONS) {
    const tally = await sendClosedLoop({ port: api.port, next, connections }, PEAK_SECONDS)
    printStep(`peak, ${connections} connections`, tally, api)
    peak = Math.max(peak, goodputOf(tally))
  }
  return peak
}

/**
 * Returns the time from the start of the load to the last failure, in ms; 0 if no call failed, Infinity if a call
 * failed in the last second or was answered too late, or if none succeeded.
 */
export function recoveryMs({ acceptedMs, lastFailedAt, endsAt, seconds }: AnswerTally): number {
  const isSlow = percentile(acceptedMs, 1) > ACCEPTED_P99_MAX_MS
  const isFailing = lastFailedAt > endsAt - QUIET_MS
  return isSlow || isFailing ? Number.POSITIVE_INFINITY : Math.max(0, lastFailedAt - endsAt + seconds * 1_000)
}

const measureRecovery = async ({ api, next }: LoadTarget): Promise<number> =>
  recoveryMs(await sendOpenLoop({ port: api.port, next, connections: CONNECTIONS }, RECOVERY_LOAD))

type StepVerdict = { times: number; isGood: boolean; summary: string }
/** A step and the peak before it, of which its rate is a multiple. */
type OverloadStep = { stage: LoadTarget; peakBefore: number; times: number }
/** The result of a step, and the time to recover from it. */
type StepResult = { goodput: number; p99: number; otherFailures: number; kinds: string; recovered: number }

async function runStep({ stage, peakBefore, times }: OverloadStep): Promise<StepResult> {
  const { api, next } = stage
  const load = { port: api.port, next, connections: CONNECTIONS }
  const tally = await sendOpenLoop(load, { rate: peakBefore * times, seconds: STEP_SECONDS })
  printStep(`${times} × the peak`, tally, api)
  return {
    goodput: goodputOf(tally),
    // In the flood the load generator is at its own limit: its calls wait for a free connection before they are sent.
    p99: percentile(times === FLOOD_MULTIPLE ? tally.acceptedSinceSentMs : tally.acceptedMs, 0.99),
    otherFailures: countOtherFailures(tally),
    kinds: kindsOf(tally),
    recovered: await measureRecovery(stage),
  }
}

const mean = (before: number, after: number) => (before + after) / 2
const formatPercent = (share: number) => `${(share * 100).toFixed(0)} %`

const summarize = ({ p99, kinds, recovered }: StepResult, goodput: string) =>
  `goodput ${goodput}, p99 ${p99.toFixed(0)} ms, neither 200 nor 503: ${kinds}, last failure ${recovered.toFixed(0)} ms after the load`

const isOrderly = ({ p99, otherFailures, recovered }: StepResult) =>
  p99 <= ACCEPTED_P99_MAX_MS && otherFailures === 0 && recovered < RECOVERY_MAX_MS

const judgeStep = (result: StepResult, share: number): Omit<StepVerdict, 'times'> => ({
  isGood: share >= GOODPUT_SHARE_MIN && isOrderly(result),
  summary: summarize(result, formatPercent(share)),
})

/** Judges a process without a proxy at its peak or more: it must keep serving, and recover when the load ends. */
const judgeSurvival = (result: StepResult, share: number): Omit<StepVerdict, 'times'> => ({
  isGood: share >= SURVIVING_GOODPUT_MIN.alone && result.recovered < RECOVERY_MAX_MS,
  summary: summarize(result, formatPercent(share)),
})

/**
 * Measures the server's goodput while the load generator sends a flood of `rate` calls per second to a proxy that
 * refuses everything: the flood then costs the machine as much as if it were sent to the server's own proxy.
 */
async function measurePeakBesideFlood(
  { api, next }: LoadTarget,
  refusingPort: number,
  rate: number,
): Promise<number> {
  const [tally] = await Promise.all([
    sendClosedLoop({ port: api.port, next, connections: PEAK_CONNECTIONS.at(-1) ?? 0 }, STEP_SECONDS),
    sendOpenLoop({ port: refusingPort, next, connections: CONNECTIONS }, { rate, seconds: STEP_SECONDS }),
  ])
  printStep('peak, flood elsewhere', tally, api)
  return goodputOf(tally)
}

/** Sends ten times the peak, most of which the proxy sheds. */
async function floodBehindProxy(
  stage: LoadTarget,
  peakBefore: number,
  refusingPort: number,
): Promise<StepVerdict> {
  const times = FLOOD_MULTIPLE
  const measureBesideFlood = () => measurePeakBesideFlood(stage, refusingPort, peakBefore * (times - 1))
  const besideFloodBefore = await measureBesideFlood()
  const result = await runStep({ stage, peakBefore, times })
  const besideFloodAfter = await measureBesideFlood()
  const peak = mean(peakBefore, await findPeak(stage))
  const peakBesideFlood = Math.min(peak, mean(besideFloodBefore, besideFloodAfter))
  const [shareOfPeak, shareOfFloodPeak] = [result.goodput / peak, result.goodput / peakBesideFlood]
  const hasGoodput = shareOfFloodPeak >= GOODPUT_SHARE_MIN && shareOfPeak >= SURVIVING_GOODPUT_MIN.behindProxy
  const shares = `${formatPercent(shareOfFloodPeak)} of the ${peakBesideFlood.toFixed(0)}/s beside as many calls that are refused elsewhere, ${formatPercent(shareOfPeak)} of the peak ${peak.toFixed(0)}/s`
  return { times, isGood: hasGoodput && isOrderly(result), summary: summarize(result, shares) }
}

/**
 * Checks that the server keeps its goodput under overload and recovers (P8): sends calls at fixed rates, independent of
 * the answers. Each step is compared with the mean of the peak before it and the peak after it, because the machine's
 * speed changes within a minute. `refusingPort` is the port of a proxy that refuses everything; without it, the server
 * has no proxy.
 */
export async function checkOverload(stage: LoadTarget, refusingPort?: number): Promise<Verdict> {
  const isAlone = refusingPort === undefined
  const steps: StepVerdict[] = []
  let peakBefore = await findPeak(stage)
  for (const times of isAlone ? [...LOAD_STEPS, FLOOD_MULTIPLE] : LOAD_STEPS) {
    const result = await runStep({ stage, peakBefore, times })
    const peakAfter = await findPeak(stage)
    const share = result.goodput / Math.min(mean(peakBefore, peakAfter), peakBefore * times)
    const judge = isAlone && times >= 1 ? judgeSurvival : judgeStep
    steps.push({ times, ...judge(result, share) })
    peakBefore = peakAfter
  }
  if (!isAlone) steps.push(await floodBehindProxy(stage, peakBefore, refusingPort))
  return {
    isGood: steps.every(({ isGood }) => isGood),
    summary: steps
      .map(({ times, isGood, summary }) => `${isGood ? '' : 'FAILED '}${times} ×: ${summary}`)
      .join('; '),
  }
}
