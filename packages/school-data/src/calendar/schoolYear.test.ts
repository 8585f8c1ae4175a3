import { todayInChile } from '@apoderados/contract/values/days'
import { describe, expect, it } from 'vitest'
import { schoolYear } from './schoolYear.ts'

describe('the school year', () => {
  it.each([
    ['2026-03-08', 2025],
    ['2026-03-09', 2026],
    ['2027-03-07', 2026],
    ['2027-03-08', 2027],
    ['2026-01-01', 2025],
    ['2026-12-31', 2026],
  ])('of %s is %i', (today, year) => {
    expect(schoolYear(today)).toBe(year)
  })

  it('begins its days at midnight in Chile', () => {
    expect(todayInChile(new Date('2026-01-01T02:59:59Z'))).toBe('2025-12-31')
    expect(todayInChile(new Date('2026-01-01T03:00:00Z'))).toBe('2026-01-01')
    expect(todayInChile(new Date('2026-07-01T03:30:00Z'))).toBe('2026-06-30')
  })
})
