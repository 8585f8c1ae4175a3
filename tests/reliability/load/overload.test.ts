import { describe, expect, it } from 'vitest'
import { recoveryMs } from './overload.ts'
import { type AnswerTally, newAnswerTally } from './tally.ts'

const LOAD_BEGIN_MS = 20_000
/** Makes the tally of a load that lasted seven seconds. */
const createTally = (tally: Partial<AnswerTally>): AnswerTally => ({
  ...newAnswerTally(7),
  acceptedMs: [4, 5, 6],
  endsAt: LOAD_BEGIN_MS + 7_000,
  ...tally,
})

describe('the recovery after a load', () => {
  it('takes no time if no call failed', () => {
    expect(recoveryMs(createTally({}))).toBe(0)
  })

  it('lasts until the last failed call', () => {
    expect(recoveryMs(createTally({ lastFailedAt: LOAD_BEGIN_MS + 400 }))).toBe(400)
    expect(recoveryMs(createTally({ lastFailedAt: LOAD_BEGIN_MS + 5_500 }))).toBe(5_500)
  })

  it.each([6_100, 7_000, 14_000])('is infinite if a call fails after %d ms, at the end or later', (ms) => {
    expect(recoveryMs(createTally({ lastFailedAt: LOAD_BEGIN_MS + ms }))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is infinite if no call was answered, or one was answered too late', () => {
    expect(recoveryMs(createTally({ acceptedMs: [] }))).toBe(Number.POSITIVE_INFINITY)
    expect(recoveryMs(createTally({ acceptedMs: [4, 1_001] }))).toBe(Number.POSITIVE_INFINITY)
  })
})
