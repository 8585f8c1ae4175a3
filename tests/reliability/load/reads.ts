import type { Verdict } from '../../support/stage/verdicts.ts'
import { createSignInMix } from './calls.ts'
import type { LoadSchool } from './loadSchool.ts'
import { printStep } from './loadTable.ts'
import type { LoadTarget } from './overload.ts'
import { sendClosedLoop, sendOpenLoop } from './sender.ts'
import { countOtherFailures, goodputOf, kindsOf, percentile } from './tally.ts'

const READS_PER_SECOND = 1_000
const CONNECTIONS = 400
const READS_P99_MAX_MS = 60
const READS_P99_BESIDE_SIGN_INS_MS = 100
/**
 * The share of the reads beside sign-ins that may get 503: 1,000 reads per second fill the 96 places of a process when
 * they stall for a tenth of a second, and the rest is shed (P8). It happens in the second in which both loads start.
 */
const REFUSED_SHARE_MAX = 0.01
const SIGN_INS_PER_SECOND = 200
/**
 * The limits of successful sign-ins per second. P9 expects about 60, but the rate depends on the machine's hashing
 * speed: more than `max` would mean that hashing is not limited, fewer than `min` that almost no sign-in succeeds.
 */
const SUCCESSFUL_SIGN_INS = { min: 2, max: 110 }
const WARM_UP_LOAD = { connections: 32, seconds: 6 }
/** The number of reads after which the server's speed is stable. */
const WARM_UP_READS = 40_000

/** Sends reads before the measurement, so that the server's code is compiled. */
export async function warmUp({ api, next }: LoadTarget): Promise<void> {
  const { connections, seconds } = WARM_UP_LOAD
  for (let answered = 0; answered < WARM_UP_READS; ) {
    const tally = await sendClosedLoop({ port: api.port, next, connections }, seconds)
    printStep(`warm-up, from ${answered} on`, tally, api)
    answered += tally.offered
  }
}

/** Checks that 1,000 mixed reads per second are answered in time (P9). */
export async function checkSteadyReads({ api, next }: LoadTarget, seconds: number): Promise<Verdict> {
  const load = { port: api.port, next, connections: CONNECTIONS }
  const tally = await sendOpenLoop(load, { rate: READS_PER_SECOND, seconds })
  printStep(`${READS_PER_SECOND} reads/s, ${seconds} s`, tally, api)
  const p99 = percentile(tally.acceptedMs, 0.99)
  const errors = tally.refused + countOtherFailures(tally)
  return {
    isGood: errors === 0 && p99 <= READS_P99_MAX_MS,
    summary: `${tally.offered} calls, ${errors} errors (503 × ${tally.refused}, others: ${kindsOf(tally)}), p99 ${p99.toFixed(1)} ms of ${READS_P99_MAX_MS}`,
  }
}

/**
 * Sends reads beside more sign-ins than the server can hash (P9). Reads must be answered in time, and sign-ins beyond
 * the queue must be refused.
 */
export async function checkReadsBesideSignIns(
  { api, next }: LoadTarget,
  school: LoadSchool,
  seconds: number,
): Promise<Verdict> {
  const load = { port: api.port, next, connections: CONNECTIONS }
  const { connections } = WARM_UP_LOAD
  const warmUp = await sendClosedLoop(
    { port: api.port, next: createSignInMix(school), connections },
    WARM_UP_LOAD.seconds,
  )
  printStep('warm-up, sign-ins alone', warmUp, api)
  const [reads, signedIn] = await Promise.all([
    sendOpenLoop(load, { rate: READS_PER_SECOND, seconds }),
    sendOpenLoop({ ...load, next: createSignInMix(school) }, { rate: SIGN_INS_PER_SECOND, seconds }),
  ])
  printStep('reads beside sign-ins', reads, api)
  printStep('sign-ins', signedIn, api)
  const p99 = percentile(reads.acceptedMs, 0.99)
  const failed = countOtherFailures(reads)
  const isServed = failed === 0 && reads.refused <= reads.offered * REFUSED_SHARE_MAX
  const unexpected = [...signedIn.otherFailures.keys()].filter((kind) => kind !== '429')
  const rate = goodputOf(signedIn)
  const isBounded = rate >= SUCCESSFUL_SIGN_INS.min && rate <= SUCCESSFUL_SIGN_INS.max
  return {
    isGood: isServed && p99 <= READS_P99_BESIDE_SIGN_INS_MS && unexpected.length === 0 && isBounded,
    summary: `${rate.toFixed(1)} of ${SIGN_INS_PER_SECOND} sign-ins a second taken (${SUCCESSFUL_SIGN_INS.min} to ${SUCCESSFUL_SIGN_INS.max}), ${signedIn.refused} answered 503, others: ${kindsOf(signedIn)}; reads: ${reads.refused} of ${reads.offered} answered 503, others: ${kindsOf(reads)}, p99 ${p99.toFixed(1)} ms of ${READS_P99_BESIDE_SIGN_INS_MS}`,
  }
}
