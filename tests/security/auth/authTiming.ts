import { availableParallelism, loadavg } from 'node:os'
import { measurePair, openTimedServer, type Probe, probes, type TimedServer } from './authPairs.ts'
import { bootstrapInterval, differenceOfMedians, median, sideOf } from './timing.ts'

/** The greatest difference between the median times of responses for known and for unknown e-mails. */
const DIFFERENCE_MAX_MS = 2
const WARM_UP_PAIRS = 50
export const PAIRS_MIN = 20
/** While the result is inconclusive, more pairs are measured, up to this multiple of the requested number. */
const PAIRS_FACTOR_MAX = 3
const formatMs = (ms: number) => `${ms.toFixed(2)} ms`

type MeasuredPair = Awaited<ReturnType<typeof measurePair>>

/** Measures `count` pairs, and more if the interval of their difference still contains the limit. */
async function measurePairs(server: TimedServer, probe: Probe, count: number) {
  const pairs: MeasuredPair[] = []
  const measureUpTo = async (length: number) => {
    while (pairs.length < length) pairs.push(await measurePair(server, probe, pairs.length))
  }
  await measureUpTo(WARM_UP_PAIRS)
  for (let times = 1; ; times += 1) {
    await measureUpTo(WARM_UP_PAIRS + times * count)
    const counted = pairs.slice(WARM_UP_PAIRS)
    const interval = bootstrapInterval(counted)
    const side = sideOf(interval, DIFFERENCE_MAX_MS)
    if (side !== 'across' || times === PAIRS_FACTOR_MAX) return { pairs, counted, interval, side }
  }
}

const conclusionTexts = {
  within: '',
  beyond: ': REVEALED BY ITS TIME',
  across: ': NOT DECIDED, ask again on an idle machine, or with more pairs',
}

/**
 * Measures a call for known and unknown e-mails. Returns true if the responses are equal and the difference between their
 * times is below the limit with 95 % confidence.
 */
async function isIndistinguishable(server: TimedServer, probe: Probe, count: number): Promise<boolean> {
  const { pairs, counted, interval, side } = await measurePairs(server, probe, count)
  const different = pairs.filter(({ isAlike }) => !isAlike)
  const visible = [...new Set(different.map(({ statuses }) => statuses))].join(', ')
  console.log(
    `${probe.name.padEnd(16)} ${probe.isInvited ? 'invited' : 'known'} ${formatMs(median(counted.map(({ known }) => known)))}, ` +
      `unknown ${formatMs(median(counted.map(({ unknown }) => unknown)))}, ` +
      `difference ${formatMs(differenceOfMedians(counted))} (95 % of ${counted.length} pairs: ${formatMs(interval.low)} to ${formatMs(interval.high)})${conclusionTexts[side]}; ` +
      `${different.length === 0 ? `every response the same ${probe.status}` : `${different.length} pairs ANSWERED DIFFERENTLY (${visible})`}`,
  )
  return different.length === 0 && side === 'within'
}

async function areAllIndistinguishable(server: TimedServer, count: number): Promise<boolean> {
  const results: boolean[] = []
  for (const probe of probes) results.push(await isIndistinguishable(server, probe, count))
  return results.every(Boolean)
}

/**
 * Checks that neither the time nor the text of a response reveals which e-mails have an account (P10, R7, R9): sends
 * sign-in and recovery for known and unknown e-mails alternately, `count` pairs per call, to a server with its own
 * database. An inconclusive result counts as a failure.
 */
export async function measureTiming(count: number): Promise<boolean> {
  const server = await openTimedServer()
  const { withPassword, invited } = server
  const load = () => `load average ${loadavg()[0]?.toFixed(2)} on ${availableParallelism()} cores`
  console.log(
    `${count} pairs a call after ${WARM_UP_PAIRS} to warm up, ${withPassword.known.length} known e-mails, ` +
      `${invited.known.length} invited and as many unknown; ${load()}`,
  )
  const hasPassed = await areAllIndistinguishable(server, count)
  const verdict = hasPassed ? 'passed: no call reveals' : 'FAILED: a call reveals, or may reveal,'
  console.log(`timing ${verdict} which accounts exist (limit ${DIFFERENCE_MAX_MS} ms; ${load()})`)
  return hasPassed
}
