import { describe, expect, it } from 'vitest'
import { percentile } from './tally.ts'

const descendingNumbers = (count: number) => Array.from({ length: count }, (_, index) => count - index)

describe('a percentile', () => {
  it.each([
    [100, 0.99, 99],
    [100, 0.5, 50],
    [101, 0.99, 100],
    [4, 0.5, 2],
    [7, 1, 7],
    [1, 0.5, 1],
  ])('of 1 to %d, the share of %d, is %d', (count, share, expected) => {
    expect(percentile(descendingNumbers(count), share)).toBe(expected)
  })

  it('of no values is infinite', () => {
    expect(percentile([], 0.99)).toBe(Number.POSITIVE_INFINITY)
  })

  it('does not change the order of the values', () => {
    const values = [3, 1, 2]
    percentile(values, 1)
    expect(values).toEqual([3, 1, 2])
  })
})
