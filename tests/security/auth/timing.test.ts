import { createRandom } from '@apoderados/school-data/random'
import { describe, expect, it } from 'vitest'
import { bootstrapInterval, differenceOfMedians, median, type Pair, sideOf } from './timing.ts'

describe('median', () => {
  it.each([
    [[7], 7],
    [[10, 9, 100], 10],
    [[4, 1, 3, 2], 2.5],
    [[-1, -20, 3], -1],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  it('does not change the order of the values', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })

  it('throws for no values', () => {
    expect(() => median([])).toThrow('no values')
  })
})

/** Makes pairs of random times from 25 to 35 ms; `gap` ms are added to the known one. */
function randomPairs(count: number, gap: number): Pair[] {
  const random = createRandom(7)
  const randomMs = () => 25 + random.below(10_000) / 1_000
  return Array.from({ length: count }, () => ({ known: randomMs() + gap, unknown: randomMs() }))
}

describe('differenceOfMedians', () => {
  it('is how much longer the known requests took, unaffected by outliers', () => {
    const pairs = [
      { known: 5, unknown: 2 },
      { known: 6, unknown: 900 },
      { known: 700, unknown: 1 },
    ]
    expect(differenceOfMedians(pairs)).toBe(4)
  })

  it('is negative when the unknown requests took longer', () => {
    expect(differenceOfMedians([{ known: 1, unknown: 3 }])).toBe(-2)
  })
})

describe('bootstrapInterval', () => {
  it('contains the true gap, and excludes another one', () => {
    const withoutGap = bootstrapInterval(randomPairs(500, 0))
    expect(withoutGap.low).toBeLessThan(0)
    expect(withoutGap.high).toBeGreaterThan(0)
    const withGap = bootstrapInterval(randomPairs(500, 3))
    expect(withGap.low).toBeLessThan(3)
    expect(withGap.low).toBeGreaterThan(2)
    expect(withGap.high).toBeGreaterThan(3)
    expect(withGap.high).toBeLessThan(4)
  })

  it('is narrower for more pairs', () => {
    const width = (count: number) => {
      const { low, high } = bootstrapInterval(randomPairs(count, 0))
      return high - low
    }
    expect(width(1_000)).toBeLessThan(width(50) / 2)
  })

  it('is the same for the same pairs each time', () => {
    const pairs = randomPairs(40, 1)
    expect(bootstrapInterval(pairs)).toEqual(bootstrapInterval(pairs))
  })

  it('is one point when all pairs are alike', () => {
    const pairs = Array.from({ length: 20 }, () => ({ known: 4, unknown: 3 }))
    expect(bootstrapInterval(pairs)).toEqual({ low: 1, high: 1 })
  })
})

describe('sideOf', () => {
  it.each([
    [-1.9, 1.9, 'within'],
    [1.2, 1.9, 'within'],
    [2, 3, 'beyond'],
    [-3, -2, 'beyond'],
    [1.9, 2.1, 'across'],
    [-2.1, -1.9, 'across'],
    [-3, 3, 'across'],
    [1, 2, 'across'],
  ])('classifies %d to %d ms as %s a limit of 2', (low, high, side) => {
    expect(sideOf({ low, high }, 2)).toBe(side)
  })
})
