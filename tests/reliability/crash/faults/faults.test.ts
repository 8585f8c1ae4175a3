import { afterEach, describe, expect, it, vi } from 'vitest'
import { failEachStatementOf } from './faults.ts'
import type { Fault } from './statementProxy.ts'

const trialResult = (statement: string | undefined) => ({
  statement,
  faults: [],
  wasUnknown: true,
  found: 'before',
})
const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => consoleLog.mockClear())

describe('the statements of a call', () => {
  it('get each kind of fault, one after the other', async () => {
    const planted: string[] = []
    const sums = await failEachStatementOf('a call', async ({ kind, statementNumber }: Fault) => {
      planted.push(`${kind} ${statementNumber}`)
      return trialResult(statementNumber <= 2 ? 'update parents' : undefined)
    })
    expect(sums).toEqual({ trials: 6, unknown: 6, faults: 0 })
    expect(planted.slice(0, 4)).toEqual(['refused 1', 'refused 2', 'refused 3', 'cut before 1'])
  })

  it('are a fault if no statement was hit', async () => {
    const { trials, faults } = await failEachStatementOf('a call', async () => trialResult(undefined))
    expect([trials, faults]).toEqual([0, 3])
    expect(consoleLog).toHaveBeenCalledWith('✗ a call, refused: no statement was hit')
  })
})
