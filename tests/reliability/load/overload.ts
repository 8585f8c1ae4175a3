import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import type { LoadTarget } from './reads.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { countOtherFailures, goodputOf, kindsOf, percentile, type ResponseTally } from './tally.ts'

/** Fewer connections than the server's limit of concurrent calls, so that the peak is measured without refusals. */
const PEAK_CONNECTIONS = [16, 32, 64]
const PEAK_SECONDS = 3
const STEP_SECONDS = 5
/** Each client has its own connection; the server's limit is 2,000. */
const CONNECTIONS = 1_800
const FLOOD_MULTIPLE = 10
/**
 * The rates, as multiples of the peak, with the least goodput (responses 200 per second) as a share of the offered rate
 * or, if that is less, of the peak. In the flood, callers and nginx take the server's cores: the same flood refused by
 * a second nginx, which the server does not see, leaves 39 to 72 % of the peak.
 */
const LOAD_STEPS = [
  { times: 0.5, goodputMin: 0.8 },
  { times: 1, goodputMin: 0.8 },
  { times: 2, goodputMin: 0.8 },
  { times: FLOOD_MULTIPLE, goodputMin: 0.5 },
]
const ACCEPTED_P99_MAX_MS = 1_000
const RECOVERY_MAX_MS = 5_000
/** The load after a step. It lasts longer than a recovery may take, so that a missing recovery is noticed. */
const RECOVERY_LOAD = { rate: 50, seconds: 7 }
/** The time at the end of the recovery load in which no call may fail. */
const QUIET_MS = 1_000

/** Returns the highest rate of responses per second over several numbers of connections. */
async function findPeak(target: LoadTarget): Promise<number> {
  let peak = 0
  for (const connections of PEAK_CONNECTIONS)
    peak = Math.max(peak, goodputOf(await sendClosedLoop({ ...target, connections }, PEAK_SECONDS)))
  return peak
}

/** Returns the milliseconds from the start of the recovery load to the last failure; Infinity without a recovery. */
function recoveryMs({ acceptedMs, lastFailedAt, endsAt, seconds }: ResponseTally): number {
  const isSlow = percentile(acceptedMs, 1) > ACCEPTED_P99_MAX_MS
  const isFailing = lastFailedAt > endsAt - QUIET_MS
  return isSlow || isFailing ? Number.POSITIVE_INFINITY : Math.max(0, lastFailedAt - endsAt + seconds * 1_000)
}

/**
 * Checks that the server behind nginx keeps its goodput under overload and recovers (P8): sends calls at fixed rates,
 * independent of the responses. Each step is compared with the mean of the peaks before and after it, because the
 * machine's speed changes within a minute.
 */
export async function checkOverload(target: LoadTarget): Promise<Verdict> {
  const load = { ...target, connections: CONNECTIONS }
  const steps: { isGood: boolean; summary: string }[] = []
  let peakBefore = await findPeak(target)
  for (const { times, goodputMin } of LOAD_STEPS) {
    const rate = peakBefore * times
    const tally = await sendOpenLoop(load, { rate, seconds: STEP_SECONDS })
    const recovered = recoveryMs(await sendOpenLoop(load, RECOVERY_LOAD))
    const peakAfter = await findPeak(target)
    const share = goodputOf(tally) / Math.min((peakBefore + peakAfter) / 2, rate)
    // In the flood the load generator is at its own limit: its calls wait for a free connection before they are sent.
    const p99 = percentile(times === FLOOD_MULTIPLE ? tally.acceptedSinceSentMs : tally.acceptedMs, 0.99)
    const isGood =
      share >= goodputMin &&
      p99 <= ACCEPTED_P99_MAX_MS &&
      countOtherFailures(tally) === 0 &&
      recovered < RECOVERY_MAX_MS
    steps.push({
      isGood,
      summary: `${isGood ? '' : 'FAILED '}${times} × ${peakBefore.toFixed(0)}/s: goodput ${(share * 100).toFixed(0)} %, ${tally.refused} got 503, neither 200 nor 503: ${kindsOf(tally)}, p99 ${p99.toFixed(0)} ms, last failure ${recovered.toFixed(0)} ms after the load`,
    })
    peakBefore = peakAfter
  }
  return {
    isGood: steps.every((step) => step.isGood),
    summary: steps.map(({ summary }) => summary).join('; '),
  }
}
