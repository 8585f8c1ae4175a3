import { describe, expect, it } from 'vitest'
import { recoveryOf } from './overload.ts'
import { type AnswerTally, newAnswerTally } from './tally.ts'

const BEGIN = 20_000
/** Makes the tally of a load that lasted seven seconds. */
const createTally = (tally: Partial<AnswerTally>): AnswerTally => ({
  ...newAnswerTally(7),
  acceptedMs: [4, 5, 6],
  endsAt: BEGIN + 7_000,
  ...tally,
})

describe('the recovery after a load', () => {
  it('takes no time if no call failed', () => {
    expect(recoveryOf(createTally({}))).toBe(0)
  })

  it('lasts until the last failed call', () => {
    expect(recoveryOf(createTally({ lastFailedAt: BEGIN + 400 }))).toBe(400)
    expect(recoveryOf(createTally({ lastFailedAt: BEGIN + 5_500 }))).toBe(5_500)
  })

  it.each([6_100, 7_000, 14_000])('is infinite if a call fails after %d ms, at the end or later', (ms) => {
    expect(recoveryOf(createTally({ lastFailedAt: BEGIN + ms }))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is infinite if no call was answered, or one was answered too late', () => {
    expect(recoveryOf(createTally({ acceptedMs: [] }))).toBe(Number.POSITIVE_INFINITY)
    expect(recoveryOf(createTally({ acceptedMs: [4, 1_001] }))).toBe(Number.POSITIVE_INFINITY)
  })
})
