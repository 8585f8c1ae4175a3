import { expect, it } from 'vitest'
import { isDatabaseAway, isReadOnlyError } from './availability.ts'

const failed = (code: string, routine?: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('driver'), { code, routine }) })

it.each([
  ['a connection that broke', '08006'],
  ['a standby that refuses a write', '25006'],
  ['an administrator’s shutdown', '57P01'],
  ['a crash', '57P02'],
  ['a server that is starting', '57P03'],
  ['too many connections', '53300'],
  ['a machine that is off', 'EHOSTUNREACH'],
  ['a name service that does not answer', 'EAI_AGAIN'],
])('counts %s as a database that is away', (_, code) => {
  expect(isDatabaseAway(failed(code))).toBe(true)
})

it.each([
  ['40001', 'ProcessInterrupts'],
  ['40P01', 'CheckRecoveryConflictDeadlock'],
  ['40001', 'ProcessRecoveryConflictInterrupt'],
])('counts a conflict with recovery as a database that is away: %s by %s', (code, routine) => {
  expect(isDatabaseAway(failed(code, routine))).toBe(true)
})

it('counts a conflict between transactions, or a wrong statement, as an error of ours', () => {
  expect(isDatabaseAway(failed('40001', 'heap_update'))).toBe(false)
  expect(isDatabaseAway(failed('40P01', 'DeadLockReport'))).toBe(false)
  expect(isDatabaseAway(failed('42601'))).toBe(false)
})

it('recognises a read-only database by its error code', () => {
  expect([isReadOnlyError(failed('25006')), isReadOnlyError(failed('57P01'))]).toEqual([true, false])
})
