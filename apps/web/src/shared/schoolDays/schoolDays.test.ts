import { describe, expect, it } from 'vitest'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { daysOffOn, isClassDay, nextClassDays } from './schoolDays.ts'

const FRIDAY = '2026-10-16'

describe('a class day', () => {
  const holiday = withDaysOff([FRIDAY, FRIDAY, 'holiday', 'Navidad'])

  it.each([
    [FRIDAY, daysOf2026(), true],
    ['2026-03-04', daysOf2026(), true],
    ['2026-12-04', daysOf2026(), true],
    ['2026-03-03', daysOf2026(), false],
    ['2026-12-07', daysOf2026(), false],
    ['2026-10-17', daysOf2026(), false], // a Saturday
    [FRIDAY, holiday, false],
    ['2026-10-15', holiday, true],
    [FRIDAY, undefined, false],
    [FRIDAY, daysOf2026({ first_day: null, last_day: null }), false],
  ])('%s is one by %j: %s', (day, calendarDays, expected) => {
    expect(isClassDay(calendarDays, day)).toBe(expected)
  })
})

it('days off include both ends', () => {
  const calendarDays = withDaysOff(['2026-06-22', '2026-07-03', 'vacation', 'Vacaciones de invierno'])
  const days = ['2026-06-21', '2026-06-22', '2026-07-03', '2026-07-04']
  expect(days.map((day) => daysOffOn(calendarDays, day)?.kind)).toEqual([
    undefined,
    'vacation',
    'vacation',
    undefined,
  ])
})

describe('the next class days', () => {
  it('exclude weekends and days off', () => {
    const calendarDays = withDaysOff(['2026-10-19', '2026-10-20', 'closure', 'Jornada de profesores'])
    expect(nextClassDays(calendarDays, FRIDAY, 3)).toEqual(['2026-10-21', '2026-10-22', '2026-10-23'])
  })

  it('are within the first and the last class day of the year', () => {
    expect(nextClassDays(daysOf2026(), '2026-01-01', 2)).toEqual(['2026-03-04', '2026-03-05'])
    expect(nextClassDays(daysOf2026(), '2026-12-02', 5)).toEqual(['2026-12-03', '2026-12-04'])
    expect(nextClassDays(daysOf2026(), '2026-12-04', 5)).toEqual([])
  })

  it('are empty if the school year is unknown', () => {
    expect(nextClassDays(undefined, FRIDAY, 5)).toEqual([])
    expect(nextClassDays(daysOf2026({ first_day: null, last_day: null }), FRIDAY, 5)).toEqual([])
  })
})
