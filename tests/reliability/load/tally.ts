import type { RawResponse } from './connection.ts'

/** What came of a stretch of load. Milliseconds from the intended moment of each call, not from when it left. */
export type Tally = {
  offered: number
  /** Of the answers 200, in no order. */
  acceptedMs: number[]
  /** 503 with Retry-After and the Spanish message of the contract. */
  refused: number
  /** Whatever else, so often each: '500', 'ECONNRESET', 'timed out'. */
  others: Map<string, number>
  /** 200 and answered before the load ended: what is still under way then would flatter the rate. */
  good: number
  seconds: number
  endsAt: number
  /** When each answer that was no 200 came. */
  lastFailedAt: number
}

export const newTally = (seconds: number): Tally => ({
  offered: 0,
  acceptedMs: [],
  refused: 0,
  others: new Map(),
  good: 0,
  seconds,
  endsAt: performance.now() + seconds * 1_000,
  lastFailedAt: 0,
})

const isRefusal = ({ status, retryAfter, message }: RawResponse) =>
  status === 503 && Number(retryAfter) > 0 && message.startsWith('{"success":false,"message":"')

export function count(tally: Tally, answer: RawResponse, ms: number): void {
  if (answer.status === 200) {
    tally.acceptedMs.push(ms)
    if (performance.now() <= tally.endsAt) tally.good += 1
    return
  }
  tally.lastFailedAt = performance.now()
  if (isRefusal(answer)) {
    tally.refused += 1
    return
  }
  const kind = answer.status > 0 ? String(answer.status) : answer.code
  tally.others.set(kind, (tally.others.get(kind) ?? 0) + 1)
}

/** The least of them that so large a share does not exceed; of none Infinity, which is within no limit. */
export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY
}

export const goodputOf = ({ good, seconds }: Tally) => good / seconds
export const othersOf = ({ others }: Tally) => [...others.values()].reduce((sum, each) => sum + each, 0)
/** '500 × 3, ECONNRESET × 1' */
export const kindsOf = ({ others }: Tally) =>
  [...others].map(([kind, times]) => `${kind} × ${times}`).join(', ') || 'none'
