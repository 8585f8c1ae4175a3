import { expect, it } from 'vitest'
import { parseRetryAfter } from './message.ts'

it('reads Retry-After in seconds and as a date, for at most an hour', () => {
  expect([
    parseRetryAfter('60'),
    parseRetryAfter('99999'),
    parseRetryAfter('mañana'),
    parseRetryAfter(null),
  ]).toEqual([60, 3_600, undefined, undefined])
  expect(parseRetryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(0)
})
