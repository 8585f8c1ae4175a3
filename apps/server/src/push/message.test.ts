import { expect, it } from 'vitest'
import { retryAfter } from './message.ts'

it('reads Retry-After in seconds and as a date, for at most an hour', () => {
  expect([retryAfter('60'), retryAfter('99999'), retryAfter('mañana'), retryAfter(null)]).toEqual([
    ...[60, 3_600],
    ...[undefined, undefined],
  ])
  expect(retryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(0)
})
