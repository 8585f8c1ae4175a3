import { averageOfMarks } from '@apoderados/contract/averages'
import { describe, expect, it } from 'vitest'
import { neededMark, readGrade, readWeight } from './simulation.ts'

const unweightedMarks = (...all: (number | null)[]) => all.map((tenths) => ({ tenths, weight: null }))

describe('the needed mark', () => {
  it.each([
    [unweightedMarks(50, 50, null), 55, 'round', { kind: 'needed', tenths: 64 }], // 16,4 / 3 = 5,47
    [unweightedMarks(50, 50, null), 55, 'truncate', { kind: 'needed', tenths: 65 }],
    [unweightedMarks(50, null, null), 60, 'round', { kind: 'needed', tenths: 65 }], // 18,0 / 3 = 6,0; with 6,4: 5,93
    [unweightedMarks(40, 40, null), 60, 'round', { kind: 'unreachable', best: 50 }],
    [unweightedMarks(70, 70, 70, null), 55, 'round', { kind: 'reached' }],
    [unweightedMarks(null), 40, 'round', { kind: 'needed', tenths: 40 }],
  ] as const)('of %j for %i, %s, is %j', (all, target, rounding, needed) => {
    expect(neededMark(all, target, rounding)).toEqual(needed)
  })

  it('follows the weights', () => {
    const weighted = [
      { tenths: 40, weight: 30 },
      { tenths: null, weight: 70 },
    ]
    expect(neededMark(weighted, 55, 'round')).toEqual({ kind: 'needed', tenths: 61 }) // 0,3 × 4,0 + 0,7 × 6,1 = 5,47
  })

  it('is the lowest one that reaches the target, in 10,000 random sets', () => {
    let state = 7
    const random = (limit: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % limit
    }
    const wrong: unknown[] = []
    for (let round = 0; round < 10_000; round += 1) {
      const rounding = random(2) ? 'round' : 'truncate'
      const isWeighted = random(2) === 0
      const weight = () => (isWeighted ? 1 + random(100) : null)
      const given = Array.from({ length: random(10) }, () => ({ tenths: 10 + random(61), weight: weight() }))
      const open = Array.from({ length: 1 + random(3) }, () => ({ tenths: null, weight: weight() }))
      const target = 10 + random(61)
      const averageWith = (tenths: number) =>
        averageOfMarks([...given, ...open.map((mark) => ({ ...mark, tenths }))], rounding) ?? 0
      const needed = neededMark([...given, ...open], target, rounding)
      const isRight =
        needed.kind === 'reached'
          ? averageWith(10) >= target
          : needed.kind === 'unreachable'
            ? averageWith(70) === needed.best && needed.best < target
            : averageWith(needed.tenths) >= target && averageWith(needed.tenths - 1) < target
      if (!isRight) wrong.push({ given, open, target, rounding, needed })
    }
    expect(wrong).toEqual([])
  })
})

describe('a typed grade', () => {
  it.each([
    ['5,5', 55],
    ['5.5', 55],
    [' 4 ', 40],
    ['4,', 40],
    ['1,0', 10],
    ['7,0', 70],
    ['', null],
    ['0,9', undefined],
    ['7,1', undefined],
    ['5,55', undefined],
    ['55', undefined],
    ['cinco', undefined],
    ['-5', undefined],
  ])('%j is %s', (text, tenths) => expect(readGrade(text)).toBe(tenths))

  it('has a weight from 1 to 100.000', () => {
    expect(['30', '1', '100000', '0', '', '1,5', '100001', 'x'].map(readWeight)).toEqual([
      30,
      1,
      100_000,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
