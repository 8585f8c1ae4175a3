import { describe, expect, it } from 'vitest'
import { averageOfMarks, averageOfSubjects, averageOfSums, fromTenths, toTenths } from './averages.ts'

describe('an average in tenths', () => {
  it.each([
    [79, 2, 40, 39], // 3,95
    [81, 2, 41, 40], // 4,05
    [107, 2, 54, 53], // 5,35
    [139, 2, 70, 69], // 6,95
    [160, 3, 53, 53], // 5,33…
    [161, 3, 54, 53], // 5,36…
    [3_949_999, 100_000, 39, 39], // Slightly below 3,95.
    [3_950_000, 100_000, 40, 39],
    [140, 2, 70, 70],
  ])('of the sum %i over %i is rounded to %i and truncated to %i', (weighted, weights, rounded, cut) => {
    expect(averageOfSums({ weighted, weights }, 'round')).toBe(rounded)
    expect(averageOfSums({ weighted, weights }, 'truncate')).toBe(cut)
  })

  it('agrees with exact arithmetic on every pair of sums that a semester can have', () => {
    const wrong: string[] = []
    for (let weights = 1; weights <= 60; weights += 1) {
      for (let weighted = 10 * weights; weighted <= 70 * weights; weighted += 1) {
        const [sum, n] = [BigInt(weighted), BigInt(weights)]
        const rounded = averageOfSums({ weighted, weights }, 'round') === Number((2n * sum + n) / (2n * n))
        const cut = averageOfSums({ weighted, weights }, 'truncate') === Number(sum / n)
        if (!rounded || !cut) wrong.push(`${weighted} / ${weights}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('is null if there is no grade', () => {
    expect(averageOfSums({ weighted: 0, weights: 0 }, 'round')).toBeNull()
    expect(averageOfSubjects([], 'round')).toBeNull()
    expect(averageOfSubjects([null, null], 'truncate')).toBeNull()
  })
})

it('is the mean of the published averages, without missing ones', () => {
  expect(averageOfSubjects([40, null, 41], 'round')).toBe(41)
  expect(averageOfSubjects([40, null, 41], 'truncate')).toBe(40)
})

it('is sent with one decimal', () => {
  for (let tenths = 10; tenths <= 70; tenths += 1) {
    expect(String(fromTenths(tenths))).toBe(
      tenths % 10 === 0 ? `${tenths / 10}` : `${tenths}`.replace(/(.)$/, '.$1'),
    )
  }
  expect(fromTenths(null)).toBeNull()
})

it('is parsed from one decimal', () => {
  for (let tenths = 10; tenths <= 70; tenths += 1) expect(toTenths(tenths / 10)).toBe(tenths)
  expect(toTenths(null)).toBeNull()
})

describe('the average of marks', () => {
  it('weights each mark, or counts each once without weights', () => {
    const marks = [
      { tenths: 70, weight: 30 },
      { tenths: 40, weight: 70 },
    ]
    expect(averageOfMarks(marks, 'round')).toBe(49)
    expect(
      averageOfMarks(
        marks.map(({ tenths }) => ({ tenths, weight: null })),
        'round',
      ),
    ).toBe(55)
  })

  it('ignores pending marks and their weights', () => {
    const pending = { tenths: null, weight: 90 }
    expect(averageOfMarks([{ tenths: 60, weight: 10 }, pending], 'round')).toBe(60)
    expect(averageOfMarks([pending], 'round')).toBeNull()
  })
})
