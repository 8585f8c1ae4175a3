import { daysBetween, SATURDAY, weekdayOf } from '@apoderados/contract/values/days'
import { calendarDaysOf } from '@apoderados/contract/values/daysOff'
import { describe, expect, it } from 'vitest'
import { schoolYear } from '../calendar/schoolYear.ts'
import type { Pictures } from '../pictures.ts'
import type { Rows } from '../rows/tables.ts'
import { demoRows } from './demoRows.ts'

const picture = Buffer.from('a picture')
const pictures: Pictures = { shortHaired: [picture], longHaired: [picture], badges: [picture, picture] }

const testedDays = [
  ['Christmas', '2026-12-25'],
  ['the last day of classes', '2026-12-04'],
  ['the first of January', '2027-01-01'],
  ['the first of March', '2027-03-01'],
  ['a closure', '2026-05-08'],
  ['the winter break', '2026-07-01'],
  ['a semester that ended on a holiday', '2024-06-20'],
] as const

/** Returns the days that have records, by kind of record. */
function daysWithRecords({
  assessments,
  attendance,
  arrears,
  observations,
}: Rows): Record<string, Set<string>> {
  return {
    assessments: new Set(assessments.map(({ held_on }) => held_on)),
    attendance: new Set(attendance.map(({ day }) => day)),
    'late arrivals': new Set(arrears.map(({ date_late }) => date_late.slice(0, 10))),
    observations: new Set(observations.map(({ date }) => date)),
  }
}

describe.each(testedDays)('the demo on %s, %s', (_, today) => {
  const year = schoolYear(today)
  const { rows } = demoRows({ year, today, clock: '12:00' }, pictures)
  const { days_off } = calendarDaysOf({ year, periods: rows.subPeriods, closures: rows.closures })
  const daysOff = new Set(days_off.flatMap(({ starts_on, ends_on }) => daysBetween(starts_on, ends_on)))

  it('has closures of the school in the year of its records and in the year of its events', () => {
    const years = new Set([year, Number(today.slice(0, 4))])
    expect(new Set(rows.closures.map(({ starts_on }) => Number(starts_on.slice(0, 4))))).toEqual(years)
    expect(rows.closures).toHaveLength(2 * years.size)
    expect(new Set(rows.closures.map(({ establishment_id }) => establishment_id))).toEqual(new Set([1]))
  })

  it('has records on class days only', () => {
    for (const [what, noted] of Object.entries(daysWithRecords(rows))) {
      expect(noted.size, what).toBeGreaterThan(0)
      const isOff = (day: string) => daysOff.has(day) || weekdayOf(day) >= SATURDAY
      expect([...noted].filter(isOff), what).toEqual([])
    }
  })
})
