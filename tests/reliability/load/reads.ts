import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { countOtherFailures, goodputOf, kindsOf, percentile } from './tally.ts'

const READS_PER_SECOND = 1_000
const CONNECTIONS = 400
const READS_P99_MAX_MS = 60
const READS_P99_BESIDE_SIGN_INS_MS = 100
/** The share of the reads that may get 503 in the second in which both loads start and fill the server's places. */
const REFUSED_SHARE_MAX = 0.01
const SIGN_INS_PER_SECOND = 200
/** More successful sign-ins would mean that hashing is not limited, fewer that almost none succeeds (P9). */
const SUCCESSFUL_SIGN_INS = { min: 2, max: 110 }
const WARM_UP_LOAD = { connections: 32, seconds: 6 }
/** The number of reads after which the server's speed is stable. */
const WARM_UP_READS = 40_000

export type LoadTarget = { port: number; next: () => Buffer | string }

export async function warmUp(target: LoadTarget): Promise<void> {
  const { connections, seconds } = WARM_UP_LOAD
  for (let sent = 0; sent < WARM_UP_READS; )
    sent += (await sendClosedLoop({ ...target, connections }, seconds)).offered
}

/** Checks that 1,000 mixed reads per second get a response in time (P9). */
export async function checkSteadyReads(target: LoadTarget, seconds: number): Promise<Verdict> {
  const load = { ...target, connections: CONNECTIONS }
  const tally = await sendOpenLoop(load, { rate: READS_PER_SECOND, seconds })
  const p99 = percentile(tally.acceptedMs, 0.99)
  const errors = tally.refused + countOtherFailures(tally)
  return {
    isGood: errors === 0 && p99 <= READS_P99_MAX_MS,
    summary: `${tally.offered} calls, ${errors} errors (503 × ${tally.refused}, others: ${kindsOf(tally)}), p99 ${p99.toFixed(1)} ms of ${READS_P99_MAX_MS}`,
  }
}

/** Sends reads beside more sign-ins than the server can hash (P9): reads are served, the excess of sign-ins refused. */
export async function checkReadsBesideSignIns(
  target: LoadTarget,
  nextSignIn: () => string,
  seconds: number,
): Promise<Verdict> {
  const load = { ...target, connections: CONNECTIONS }
  const signInLoad = { ...load, next: nextSignIn }
  await sendClosedLoop({ ...signInLoad, connections: WARM_UP_LOAD.connections }, WARM_UP_LOAD.seconds)
  const [reads, signIns] = await Promise.all([
    sendOpenLoop(load, { rate: READS_PER_SECOND, seconds }),
    sendOpenLoop(signInLoad, { rate: SIGN_INS_PER_SECOND, seconds }),
  ])
  const p99 = percentile(reads.acceptedMs, 0.99)
  const isServed = countOtherFailures(reads) === 0 && reads.refused <= reads.offered * REFUSED_SHARE_MAX
  const unexpected = [...signIns.otherFailures.keys()].filter((kind) => kind !== '429')
  const rate = goodputOf(signIns)
  const isBounded = rate >= SUCCESSFUL_SIGN_INS.min && rate <= SUCCESSFUL_SIGN_INS.max
  return {
    isGood: isServed && p99 <= READS_P99_BESIDE_SIGN_INS_MS && unexpected.length === 0 && isBounded,
    summary: `${rate.toFixed(1)} of ${SIGN_INS_PER_SECOND} sign-ins a second succeed (${SUCCESSFUL_SIGN_INS.min} to ${SUCCESSFUL_SIGN_INS.max}), ${signIns.refused} got 503, others: ${kindsOf(signIns)}; reads: ${reads.refused} of ${reads.offered} got 503, others: ${kindsOf(reads)}, p99 ${p99.toFixed(1)} ms of ${READS_P99_BESIDE_SIGN_INS_MS}`,
  }
}
