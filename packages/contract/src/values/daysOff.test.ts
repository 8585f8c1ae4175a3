import { describe, expect, it } from 'vitest'
import { addDays } from './days.ts'
import { calendarDaysOf, isClassDay, nextClassDay, type SchoolYear } from './daysOff.ts'

const range = (starts_on: string, ends_on: string) => ({
  starts_on: `2026-${starts_on}`,
  ends_on: `2026-${ends_on}`,
})
const semesters = [range('03-04', '06-18'), range('07-06', '12-04')]
const closure = (starts_on: string, ends_on: string, name = 'Interferiado') => ({
  ...range(starts_on, ends_on),
  name,
})
const calendarDays = (school: Partial<SchoolYear> = {}) =>
  calendarDaysOf({ year: 2026, periods: semesters, closures: [], ...school })

/** Returns the days off that overlap the range, as text. */
const daysOffWithin = (school: Partial<SchoolYear>, first: string, last: string) =>
  calendarDays(school)
    .days_off.filter(({ starts_on, ends_on }) => starts_on <= `2026-${last}` && ends_on >= `2026-${first}`)
    .map(({ starts_on, ends_on, kind, name }) => `${starts_on.slice(5)} ${ends_on.slice(5)} ${kind} ${name}`)

describe('the days off', () => {
  it('split a closure around a holiday and a vacation around both', () => {
    const periods = [range('03-04', '09-11'), range('09-28', '12-04')]
    const closures = [closure('09-17', '09-22', 'Semana de la Patria')]
    expect(daysOffWithin({ periods, closures }, '09-10', '09-30')).toEqual([
      '09-12 09-16 vacation Vacaciones de Fiestas Patrias',
      '09-17 09-17 closure Semana de la Patria',
      '09-18 09-18 holiday Independencia Nacional',
      '09-19 09-19 holiday Glorias del Ejército',
      '09-20 09-22 closure Semana de la Patria',
      '09-23 09-27 vacation Vacaciones de Fiestas Patrias',
    ])
  })

  it('keep the earlier of two overlapping closures, and the rest of the other', () => {
    const closures = [closure('08-03', '08-06', 'Aniversario'), closure('08-05', '08-07', 'Jornada')]
    expect(daysOffWithin({ closures }, '08-01', '08-31').slice(0, 2)).toEqual([
      '08-03 08-06 closure Aniversario',
      '08-07 08-07 closure Jornada',
    ])
    const inside = [closure('08-03', '08-07', 'Aniversario'), closure('08-05', '08-06', 'Jornada')]
    expect(daysOffWithin({ closures: inside }, '08-01', '08-10')).toEqual(['08-03 08-07 closure Aniversario'])
  })

  it('have no weekend between two periods, nor one that a holiday joins to them', () => {
    const weekend = [range('03-04', '05-22'), range('05-25', '12-04')]
    expect(daysOffWithin({ periods: weekend }, '05-22', '05-25')).toEqual([])
    const long = [range('03-04', '07-15'), range('07-17', '12-04')]
    expect(daysOffWithin({ periods: long }, '07-15', '07-18')).toEqual([
      '07-16 07-16 holiday Virgen del Carmen',
    ])
    const friday = [range('03-04', '05-21'), range('05-25', '12-04')]
    expect(daysOffWithin({ periods: friday }, '05-22', '05-25')).toEqual(['05-22 05-24 vacation Vacaciones'])
  })

  it('are clipped to January until the last day of February', () => {
    const closures = [{ starts_on: '2025-12-01', ends_on: '2026-01-05', name: 'Cierre' }]
    const { days_off } = calendarDays({ closures })
    expect(days_off.slice(0, 3).map(({ starts_on, ends_on, kind }) => [starts_on, ends_on, kind])).toEqual([
      ['2026-01-01', '2026-01-01', 'holiday'],
      ['2026-01-02', '2026-01-05', 'closure'],
      ['2026-01-06', '2026-03-03', 'vacation'],
    ])
    expect(days_off.at(-1)?.ends_on).toBe('2027-02-28')
    const leap = calendarDaysOf({ year: 2027, periods: [range('03-04', '12-04')], closures: [] })
    expect(leap.days_off.at(-1)?.ends_on).toBe('2028-02-29')
  })

  it('are sorted and never overlap, for any settings of a school', () => {
    const closures = ['03-02', '04-01', '06-15', '07-03', '09-14', '12-01'].map((day) => ({
      starts_on: `2026-${day}`,
      ends_on: addDays(`2026-${day}`, 9),
      name: day,
    }))
    const { days_off } = calendarDays({ closures })
    for (const [index, { starts_on, ends_on }] of days_off.entries()) {
      expect(starts_on <= ends_on).toBe(true)
      const next = days_off[index + 1]
      if (next) expect(ends_on < next.starts_on, `${ends_on} ${next.starts_on}`).toBe(true)
    }
  })

  it('have holidays and closures but no vacation if the school has no periods', () => {
    const { first_day, last_day, days_off } = calendarDays({
      periods: [],
      closures: [closure('08-03', '08-03')],
    })
    expect([first_day, last_day]).toEqual([null, null])
    expect(new Set(days_off.map(({ kind }) => kind))).toEqual(new Set(['holiday', 'closure']))
  })
})

describe('a class day', () => {
  const school = calendarDays({ closures: [closure('10-13', '10-13')] })

  it.each([
    ['2026-10-09', '2026-10-14'],
    ['2026-10-14', '2026-10-15'],
    ['2026-06-18', '2026-07-06'],
    ['2026-01-15', '2026-03-04'],
    ['2026-12-04', null],
    ['2027-01-15', null],
  ])('after %s is %s', (day, next) => {
    expect(nextClassDay(school, day)).toBe(next)
  })

  it('is from Monday to Friday, within the year and no day off', () => {
    const days = [
      '2026-03-04',
      '2026-10-09',
      '2026-10-10',
      '2026-10-12',
      '2026-10-13',
      '2026-12-07',
      '2026-03-03',
    ]
    expect(days.filter((day) => isClassDay(school, day))).toEqual(['2026-03-04', '2026-10-09'])
  })

  it('is unknown without periods', () => {
    const unknown = calendarDays({ periods: [] })
    expect([isClassDay(unknown, '2026-10-09'), nextClassDay(unknown, '2026-10-09')]).toEqual([false, null])
  })
})
