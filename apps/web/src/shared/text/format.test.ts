import { formatPhone } from '@apoderados/contract/values/phone'
import { describe, expect, it, vi } from 'vitest'
import {
  formatDay,
  formatInstant,
  formatRut,
  longDayOfYear,
  monthOfYear,
  oneDecimal,
  rutLabel,
  schoolClock,
  timeAgo,
} from './format.ts'

describe('oneDecimal', () => {
  it.each([
    [4.05, '4,1'],
    [5.35, '5,4'],
    [1.15, '1,2'],
    [3.949, '3,9'],
    [6.95, '7,0'],
    [7, '7,0'],
    [0, '0,0'],
    [0.04, '0,0'],
    [1e-7, '0,0'],
    [-1.25, '-1,3'],
    [-0.01, '0,0'],
  ])('rounds %s half up to %s', (value, expected) => {
    expect(oneDecimal(value)).toBe(expected)
  })

  it('shows a dash without a number', () => {
    expect([oneDecimal(null), oneDecimal(Number.NaN)]).toEqual(['—', '—'])
  })
})

describe('RUT', () => {
  it('gets dots, a dash and a capital K', () => {
    expect(formatRut('12345678', '5')).toBe('12.345.678-5')
    expect(formatRut('8345671', 'k')).toBe('8.345.671-K')
    expect(formatRut('100123456', '7')).toBe('100.123.456-7')
    expect(formatRut(null, null)).toBe('—')
  })

  it('is an IPE from 100 million on', () => {
    expect([rutLabel('99999999'), rutLabel('100000000'), rutLabel(null)]).toEqual(['RUT', 'IPE', 'RUT'])
  })
})

it('groups the digits of a Chilean mobile or Santiago number and keeps others unchanged', () => {
  expect(formatPhone('+56912345678')).toBe('+56 9 1234 5678')
  expect(formatPhone('+56712000001')).toBe('+56 71 200 0001')
  expect(formatPhone('+56221234567')).toBe('+56 2 2123 4567')
  expect(formatPhone('+56 45 221 2345')).toBe('+56 45 221 2345')
})

describe('dates', () => {
  it('never shift a day', () => {
    expect(formatDay('2014-05-17')).toBe('17-05-2014')
    expect(formatDay(null)).toBe('—')
    expect(longDayOfYear('2026-03-04')).toBe('miércoles 4 de marzo de 2026')
    expect(longDayOfYear('2026-09-06')).toBe('domingo 6 de septiembre de 2026')
  })

  it('show an instant in the school’s time, with and without summer time', () => {
    expect(formatInstant('2026-03-04T08:17:00-03:00')).toBe('04-03-2026 08:17')
    expect(formatInstant('2026-07-06T03:30:00Z')).toBe('05-07-2026 23:30')
    expect(schoolClock(new Date('2026-03-05T03:00:00Z'))).toEqual({ day: '2026-03-05', time: '00:00' })
  })

  it('use the offset of the school that sent them', () => {
    expect(formatInstant('2026-07-06T08:17:00-03:00')).toBe('06-07-2026 08:17') // Punta Arenas in winter
    expect(formatInstant('2026-07-06T06:17:00-06:00')).toBe('06-07-2026 06:17') // Rapa Nui
    expect(formatInstant('2026-07-06T12:17:00+00:00')).toBe('06-07-2026 08:17')
  })

  it('use the clock of Punta Arenas where the browser does not know Coyhaique', () => {
    const { DateTimeFormat } = Intl
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locales, options) {
      if (options?.timeZone === 'America/Coyhaique') throw new RangeError('Invalid time zone')
      return new DateTimeFormat(locales, options)
    } as typeof DateTimeFormat)
    const moment = new Date('2026-07-06T12:17:00Z')
    expect(schoolClock(moment, 'America/Coyhaique')).toEqual({ day: '2026-07-06', time: '09:17' })
  })

  it('use the browser’s offset of a time zone if it knows the zone', () => {
    const toZonedDateTimeISO = (zone: string) => `2026-03-04T23:30:00-03:00[${zone}]`
    const fromEpochMilliseconds = vi.fn(() => ({ toZonedDateTimeISO }))
    vi.stubGlobal('Temporal', { Instant: { fromEpochMilliseconds } })
    expect(schoolClock(new Date(7))).toEqual({ day: '2026-03-04', time: '23:30' })
    expect(fromEpochMilliseconds).toHaveBeenCalledWith(7)
  })

  it('say how long ago', () => {
    const now = new Date('2026-03-04T15:00:00-03:00')
    const ago = (minutes: number) => timeAgo(new Date(now.getTime() - minutes * 60_000), now)
    const DAY = 24 * 60
    expect([ago(-5), ago(0), ago(2), ago(59), ago(60), ago(DAY - 1)]).toEqual([
      'hace un momento',
      'hace un momento',
      'hace 2 min',
      'hace 59 min',
      'hace 1 h',
      'hace 23 h',
    ])
    expect([ago(DAY), ago(2 * DAY - 1), ago(30 * DAY)]).toEqual(['hace 1 día', 'hace 1 día', 'hace 30 días'])
  })
})

it('name a month without a Date', () => {
  expect([monthOfYear('2026-01'), monthOfYear('2026-12')]).toEqual(['enero 2026', 'diciembre 2026'])
})
