import { holidaysOf } from '@apoderados/contract/values/holidays'
import { expect, it } from 'vitest'
import { schoolCalendar } from './calendar.ts'

it('has the holidays and school periods of the Metropolitan Region in 2026', () => {
  const { periods, closures, winterBreak } = schoolCalendar(2026)
  expect(periods.map(({ starts_on, ends_on }) => [starts_on, ends_on])).toEqual([
    ['2026-03-04', '2026-06-18'],
    ['2026-07-06', '2026-12-04'],
  ])
  expect([winterBreak[0], winterBreak.at(-1)]).toEqual(['2026-06-22', '2026-07-03'])
  expect(closures).toEqual([
    { name: 'Jornada de planificación', starts_on: '2026-05-07', ends_on: '2026-05-08' },
    { name: 'Aniversario del colegio', starts_on: '2026-11-06', ends_on: '2026-11-06' },
  ])
  expect(periods[0]?.classDays).toHaveLength(72)
})

it.each([
  [2024, ['2024-03-29', '2024-06-20', '2024-06-29', '2024-09-20', '2024-10-12', '2024-10-31']],
  [2025, ['2025-04-18', '2025-06-20', '2025-06-29', '2025-10-12', '2025-10-31']],
  [2026, ['2026-04-03', '2026-06-21', '2026-06-29', '2026-10-12', '2026-10-31']],
  [2027, ['2027-03-26', '2027-06-21', '2027-06-28', '2027-09-17', '2027-10-11', '2027-10-31']],
  [2028, ['2028-04-14', '2028-06-20', '2028-06-26', '2028-10-09', '2028-10-27']],
])('has the holidays of %i that have no fixed date', (year, moving) => {
  for (const day of moving) expect(holidaysOf(year).has(day), day).toBe(true)
})
