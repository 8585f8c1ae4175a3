import { describe, expect, it, vi } from 'vitest'
import { dateOf, dayOf, eventCountText, lastDayOf, monthAfter, monthBefore, weekCountOf } from './months.ts'

it('months end on their last day', () => {
  expect(['2026-01', '2026-02', '2028-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2028-02-29',
    '2026-04-30',
    '2026-12-31',
  ])
})

it('months follow each other, also across years', () => {
  expect([monthBefore('2026-01'), monthAfter('2026-12'), monthAfter('2026-08')]).toEqual([
    '2025-12',
    '2027-01',
    '2026-09',
  ])
})

it('weeks start on Monday', () => {
  // A February of four weeks, a month that begins on a Sunday, one that ends on a Monday, and an ordinary one.
  expect(['2027-02', '2026-02', '2026-08', '2026-10'].map(weekCountOf)).toEqual([4, 5, 6, 5])
})

it('one event is counted in the singular', () => {
  expect([0, 1, 2].map(eventCountText)).toEqual(['0 eventos', '1 evento', '2 eventos'])
})

describe.each(['America/Santiago', 'Asia/Tokyo', 'Pacific/Kiritimati', 'UTC'])('a device in %s', (zone) => {
  it('keeps every day of the year when it is converted to a Date and back', () => {
    vi.stubEnv('TZ', zone)
    const first = Date.UTC(2026, 0, 1)
    for (let i = 0; i < 365; i++) {
      const day = new Date(first + i * 86_400_000).toISOString().slice(0, 10)
      expect(dayOf(dateOf(day))).toBe(day)
    }
    vi.unstubAllEnvs()
  })
})
