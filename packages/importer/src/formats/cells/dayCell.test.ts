import { describe, expect, it } from 'vitest'
import { parseCell } from '../../testing/readSheets.ts'
import { birthdayCell, dayCell, officialDayCell } from './dayCell.ts'
import { dateTimeCell, timeOfDayCell } from './timeCell.ts'

const DAY_EXAMPLE = '(una fecha como 31-03-2026)'

describe('a day', () => {
  it.each([
    ['31/03/2026', '2026-03-31'],
    ['31-03-2026', '2026-03-31'],
    ['31.03.2026', '2026-03-31'],
    ['4-3-2026', '2026-03-04'],
    ['2026-03-31', '2026-03-31'],
    ['2026/3/4', '2026-03-04'],
    ['2026-03-31T00:00:00', '2026-03-31'],
    ['2026-03-31T00:00:00.000Z', '2026-03-31'],
    ['31/03/2026 0:00:00', '2026-03-31'],
    ['29-02-2028', '2028-02-29'],
    ['29-02-2000', '2000-02-29'],
    ['06-09-2026', '2026-09-06'],
  ])('is read from %s', (text, value) => {
    expect(parseCell(dayCell, text)).toBe(value)
  })

  it.each([
    ['31/02/2026', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['29-02-2027', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['29-02-2100', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['03/31/2026', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['00-01-2026', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['01-00-2026', `esa fecha no existe ${DAY_EXAMPLE}`],
    ['31-03-26', `el año debe tener cuatro cifras ${DAY_EXAMPLE}`],
    ['31-03-1999', `el año debe estar entre 2000 y 2100 ${DAY_EXAMPLE}`],
    ['31-03-2101', `el año debe estar entre 2000 y 2100 ${DAY_EXAMPLE}`],
    ['46112', `es un número: la celda perdió su formato de fecha ${DAY_EXAMPLE}`],
    ['31-03/2026', `no es una fecha ${DAY_EXAMPLE}`],
    ['31-03-2026 mañana', `no es una fecha ${DAY_EXAMPLE}`],
    ['marzo', `no es una fecha ${DAY_EXAMPLE}`],
    ['20260331', `no es una fecha ${DAY_EXAMPLE}`],
    ['٣١-٠٣-٢٠٢٦', `no es una fecha ${DAY_EXAMPLE}`],
  ])('is refused as %s', (text, expected) => {
    expect(parseCell(dayCell, text)).toBe(expected)
  })

  it('of birth may be long ago', () => {
    expect(parseCell(birthdayCell, '05-08-1931')).toBe('1931-08-05')
    expect(parseCell(birthdayCell, '05-08-1899')).toBe(
      'el año debe estar entre 1900 y 2100 (una fecha como 17-05-2014)',
    )
  })

  it.each(['1900-01-01', '01-01-1900', '01/01/1900 0:00:00', '1899-12-30', '1', '0'])(
    'of withdrawal is null for %s',
    (text) => {
      expect(parseCell(officialDayCell, text)).toBeNull()
    },
  )

  it('of withdrawal is read otherwise', () => {
    expect(parseCell(officialDayCell, '30-06-2026')).toBe('2026-06-30')
    expect(parseCell(officialDayCell, '30-06-19')).toBe(`el año debe tener cuatro cifras ${DAY_EXAMPLE}`)
  })
})

describe('a time', () => {
  it.each([
    ['8:00', '08:00'],
    ['08:00', '08:00'],
    ['08.00', '08:00'],
    ['8:00 hrs', '08:00'],
    ['8:00 hrs.', '08:00'],
    ['08:00:00', '08:00'],
    ['14:05 h', '14:05'],
    ['2:05 p. m.', '14:05'],
    ['12:30 AM', '00:30'],
    ['1899-12-30T08:00:00', '08:00'],
    ['24:00', 'no es una hora (una hora como 08:00)'],
    ['08:60', 'no es una hora (una hora como 08:00)'],
    ['13:00 pm', 'no es una hora (una hora como 08:00)'],
    ['8', 'no es una hora (una hora como 08:00)'],
    ['0.3333', 'no es una hora (una hora como 08:00)'],
  ])('is read from %s', (text, value) => {
    expect(parseCell(timeOfDayCell, text)).toBe(value)
  })

  it.each([
    ['31-03-2026 08:17', '2026-03-31 08:17'],
    ['31/03/2026 8.17 hrs', '2026-03-31 08:17'],
    ['2026-03-31T08:17:00', '2026-03-31 08:17'],
    ['31-03-2026', 'falta la hora (una fecha y hora como 31-03-2026 08:17)'],
    ['31-03-2026 25:17', 'no es una fecha y hora (una fecha y hora como 31-03-2026 08:17)'],
    ['08:17', 'no es una fecha (una fecha y hora como 31-03-2026 08:17)'],
    ['2026-03-31T11:17:00Z', 'no es una fecha y hora (una fecha y hora como 31-03-2026 08:17)'],
  ])('with a day is read from %s', (text, value) => {
    expect(parseCell(dateTimeCell, text)).toBe(value)
  })
})
