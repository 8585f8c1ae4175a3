import { describe, expect, it } from 'vitest'
import type { CallFigures, SizeFigures } from './bench.ts'
import { linesOf, missedTargetsOf, tableHead } from './benchmarkTable.ts'
import { callsNamed } from './calls.ts'

const [call] = callsNamed('getArrears')
if (!call) throw new Error('no such call')

const sizeFigures = (students: number, perSecond: number, pgbench: number, p99 = 20): SizeFigures => ({
  students,
  api: { perSecond, p50: 9, p99 },
  pgbench,
})
const callFigures = (...sizes: CallFigures['sizes']): CallFigures => ({
  bytes: 900,
  statements: 2,
  hello: 10_000,
  sizes,
})

describe('the table of performance/api', () => {
  it('has a line for each size, with its own shares', () => {
    const lines = linesOf(
      call,
      callFigures(sizeFigures(1_000, 2_000, 4_000), sizeFigures(500_000, 1_900, 3_800)),
    )
    expect(lines.map((line) => line.trim().split(/\s+/))).toEqual([
      ['getArrears', '1,000', '900', '2', '2,000', '0.200', '0.10', '0.50', '9', '20'],
      ['getArrears', '500,000', '900', '2', '1,900', '0.190', '0.10', '0.50', '9', '20', '0.95'],
    ])
    expect(tableHead).toHaveLength(lines[1]?.length ?? 0)
  })

  it('names the size that misses its target', () => {
    const good = sizeFigures(1_000, 1_000, 2_000)
    expect(missedTargetsOf(call, callFigures(good, sizeFigures(50_000, 990, 2_000)))).toEqual([
      'getArrears at 50,000: 0.099 of hello, at least 0.1',
    ])
    expect(missedTargetsOf(call, callFigures(good, sizeFigures(50_000, 1_000, 4_000)))).toEqual([])
    expect(missedTargetsOf(call, callFigures(good, sizeFigures(50_000, 1_000, 5_000)))).toEqual([
      'getArrears at 50,000: 0.20 of pgbench, at least 0.25',
    ])
    expect(missedTargetsOf(call, callFigures(good, sizeFigures(50_000, 1_000, 2_000, 61)))).toEqual([
      'getArrears at 50,000: p99 61 ms, at most 60',
    ])
    expect(
      missedTargetsOf(call, callFigures(sizeFigures(1_000, 2_000, 2_000), sizeFigures(50_000, 1_500, 2_000))),
    ).toEqual(['getArrears at 50,000: 0.75 of the smallest size, at least 0.8'])
  })
})
