import { describe, expect, it } from 'vitest'
import { recoveryOf } from './overload.ts'
import { newTally, type Tally } from './tally.ts'

const BEGIN = 20_000
/** Seven seconds after a load, the last failure so long after it. */
const tallied = (tally: Partial<Tally>): Tally => ({
  ...newTally(7),
  acceptedMs: [4, 5, 6],
  endsAt: BEGIN + 7_000,
  ...tally,
})

describe('the recovery after a load', () => {
  it('took no time when no call failed', () => {
    expect(recoveryOf(tallied({}))).toBe(0)
  })

  it('took until the last call that failed', () => {
    expect(recoveryOf(tallied({ lastFailedAt: BEGIN + 400 }))).toBe(400)
    expect(recoveryOf(tallied({ lastFailedAt: BEGIN + 5_500 }))).toBe(5_500)
  })

  it.each([6_100, 7_000, 14_000])('never came when one fails after %d ms, at the end or later', (ms) => {
    expect(recoveryOf(tallied({ lastFailedAt: BEGIN + ms }))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is infinite when no call was answered, or one was late', () => {
    expect(recoveryOf(tallied({ acceptedMs: [] }))).toBe(Number.POSITIVE_INFINITY)
    expect(recoveryOf(tallied({ acceptedMs: [4, 1_001] }))).toBe(Number.POSITIVE_INFINITY)
  })
})
