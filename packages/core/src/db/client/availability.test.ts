import { expect, it } from 'vitest'
import { isDatabaseAway, isReadOnlyError } from './availability.ts'

const failedQuery = (code: string, routine?: string, severity = 'ERROR') =>
  new Error('Failed query', { cause: Object.assign(new Error('driver'), { code, routine, severity }) })

it.each([
  ['a broken connection', '08006'],
  ['a standby that rejects a write', '25006'],
  ['an administrator’s shutdown', '57P01'],
  ['a crash', '57P02'],
  ['a starting server', '57P03'],
  ['too many connections', '53300'],
  ['an unreachable host', 'EHOSTUNREACH'],
  ['an unanswered name lookup', 'EAI_AGAIN'],
])('counts %s as an unavailable database', (_, code) => {
  expect(isDatabaseAway(failedQuery(code))).toBe(true)
})

it.each([
  ['40001', 'ProcessInterrupts'],
  ['40P01', 'CheckRecoveryConflictDeadlock'],
  ['40001', 'ProcessRecoveryConflictInterrupt'],
])('counts a conflict with recovery as an unavailable database: %s by %s', (code, routine) => {
  expect(isDatabaseAway(failedQuery(code, routine))).toBe(true)
})

it('counts a conflict between transactions, or a wrong statement, as an error of the application', () => {
  expect(isDatabaseAway(failedQuery('40001', 'heap_update'))).toBe(false)
  expect(isDatabaseAway(failedQuery('40P01', 'DeadLockReport'))).toBe(false)
  expect(isDatabaseAway(failedQuery('42601'))).toBe(false)
})

it('counts an internal error as an unavailable database only if it ended or prevented the connection', () => {
  expect(isDatabaseAway(failedQuery('XX000', 'write_item', 'FATAL'))).toBe(true)
  expect(isDatabaseAway(failedQuery('XX000', 'simple_heap_update'))).toBe(false)
})

it('recognises a read-only database by its error code', () => {
  expect([isReadOnlyError(failedQuery('25006')), isReadOnlyError(failedQuery('57P01'))]).toEqual([
    true,
    false,
  ])
})
