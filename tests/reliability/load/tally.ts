import type { RawResponse } from './connection.ts'

/** The results of one load. Times are in ms from the intended moment of each call, not from its sending. */
export type ResponseTally = {
  offered: number
  /** The times of the responses 200, unordered. */
  acceptedMs: number[]
  /** The same without the time that a call waits for a free connection of the load generator. */
  acceptedSinceSentMs: number[]
  /** The number of 503 responses with Retry-After and the contract's Spanish message. */
  refused: number
  /** The number of all other results by kind: '500', 'ECONNRESET', 'timed out'. */
  otherFailures: Map<string, number>
  /**
   * The number of 200 responses before `endsAt`. Later ones do not count, because the goodput is `good` divided by
   * `seconds`.
   */
  good: number
  seconds: number
  endsAt: number
  /** When the last response other than 200 arrived. */
  lastFailedAt: number
}

export const newResponseTally = (seconds: number): ResponseTally => ({
  offered: 0,
  acceptedMs: [],
  acceptedSinceSentMs: [],
  refused: 0,
  otherFailures: new Map(),
  good: 0,
  seconds,
  endsAt: performance.now() + seconds * 1_000,
  lastFailedAt: 0,
})

const isRefusal = ({ status, retryAfter, message }: RawResponse) =>
  status === 503 && Number(retryAfter) > 0 && message.startsWith('{"success":false,"message":"')

/** Counts a response that came `ms` after the call was due and `sinceSentMs` after it was sent. */
export function countResponse(
  tally: ResponseTally,
  response: RawResponse,
  ms: number,
  sinceSentMs: number,
): void {
  if (response.status === 200) {
    tally.acceptedMs.push(ms)
    tally.acceptedSinceSentMs.push(sinceSentMs)
    if (performance.now() <= tally.endsAt) tally.good += 1
    return
  }
  tally.lastFailedAt = performance.now()
  if (isRefusal(response)) {
    tally.refused += 1
    return
  }
  const kind = response.status > 0 ? String(response.status) : response.code
  tally.otherFailures.set(kind, (tally.otherFailures.get(kind) ?? 0) + 1)
}

/**
 * Returns the smallest value such that at least `share` (0 to 1) of all values are not greater. Returns Infinity if
 * there are no values, so that a check against a maximum fails.
 */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY
}

export const goodputOf = ({ good, seconds }: ResponseTally) => good / seconds
export const countOtherFailures = ({ otherFailures }: ResponseTally) =>
  [...otherFailures.values()].reduce((sum, each) => sum + each, 0)
/** Formats the other failures as '500 × 3, ECONNRESET × 1'. */
export const kindsOf = ({ otherFailures }: ResponseTally) =>
  [...otherFailures].map(([kind, times]) => `${kind} × ${times}`).join(', ') || 'none'
