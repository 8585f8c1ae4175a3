import { describe, expect, it } from 'vitest'
import { breakText } from '../../shared/schoolDays/dayOffText.ts'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { upcomingDays } from './upcomingDays.ts'

const FRIDAY = '2026-10-16'
const idsByDay = (days: ReturnType<typeof upcomingDays>) =>
  days.map(({ day, events }) => [day, ...events.map(({ id }) => id)])

it('lists the next five class days, and other days between them that have events', () => {
  const events = [
    anEvent({ id: 1, date: FRIDAY }),
    anEvent({ id: 2, date: '2026-10-17T10:00:00-03:00' }), // a Saturday
    anEvent({ id: 3, date: '2026-10-20' }),
    anEvent({ id: 4, date: '2026-10-20T15:30:00-03:00' }),
    anEvent({ id: 5, date: '2026-10-26' }),
  ]
  expect(idsByDay(upcomingDays(events, FRIDAY, daysOf2026()))).toEqual([
    ['2026-10-17', 2],
    ['2026-10-19'],
    ['2026-10-20', 3, 4],
    ['2026-10-21'],
    ['2026-10-22'],
    ['2026-10-23'],
  ])
})

it('lists no day after those of the response', () => {
  const calendarDays = daysOf2026({ first_day: '2026-11-05', last_day: '2026-12-04' })
  expect(idsByDay(upcomingDays([], FRIDAY, calendarDays))).toEqual([['2026-11-05']])
})

it('lists only days with events once the school year is over', () => {
  const calendarDays = daysOf2026({ last_day: FRIDAY })
  expect(idsByDay(upcomingDays([anEvent({ date: '2026-10-21' })], FRIDAY, calendarDays))).toEqual([
    ['2026-10-21', 1],
  ])
})

describe('days off', () => {
  const upcomingIds = (...args: Parameters<typeof upcomingDays>) =>
    upcomingDays(...args).map(({ day, events, off }) =>
      [day, events.length, off && breakText(off)].filter(Boolean),
    )

  it('do not count among the five class days, and are named between them', () => {
    const calendarDays = withDaysOff(
      ['2026-10-19', '2026-10-19', 'holiday', 'Encuentro de Dos Mundos'],
      ['2026-10-21', '2026-10-22', 'closure', 'Jornada de profesores'],
      ['2026-10-29', '2026-10-29', 'holiday', 'Después'],
    )
    expect(upcomingIds([anEvent({ date: '2026-10-22' })], FRIDAY, calendarDays)).toEqual([
      ['2026-10-19', 'Lunes 19: feriado, Encuentro de Dos Mundos'],
      ['2026-10-20'],
      ['2026-10-21', 'Del miércoles 21 al jueves 22: sin clases, Jornada de profesores'],
      ['2026-10-22', 1, 'Del miércoles 21 al jueves 22: sin clases, Jornada de profesores'],
      ['2026-10-23'],
      ['2026-10-26'],
      ['2026-10-27'],
      ['2026-10-28'],
    ])
  })

  it('are not named if they are only a weekend', () => {
    const calendarDays = withDaysOff(['2026-10-17', '2026-10-18', 'holiday', 'Fiesta'])
    expect(upcomingIds([], FRIDAY, calendarDays).flat()).not.toContain('2026-10-17')
  })

  it('are merged with the vacation around them', () => {
    const calendarDays = withDaysOff(
      ['2026-10-17', '2026-10-20', 'vacation', 'Vacaciones de primavera'],
      ['2026-10-21', '2026-10-21', 'holiday', 'Feriado'],
      ['2026-10-22', '2026-10-25', 'vacation', 'Vacaciones de primavera'],
    )
    expect(upcomingIds([], FRIDAY, calendarDays).slice(0, 2)).toEqual([
      ['2026-10-17', 'Del sábado 17 al domingo 25: vacaciones de primavera'],
      ['2026-10-26'],
    ])
    expect(upcomingIds([], '2026-10-19', calendarDays)[0]).toEqual(['2026-10-26'])
  })

  it('include the summer after the last class day', () => {
    const summer = (last_day: string) => ({
      ...withDaysOff(
        ['2026-12-05', '2026-12-07', 'vacation', 'Vacaciones de verano'],
        ['2026-12-08', '2026-12-08', 'holiday', 'Inmaculada Concepción'],
        ['2026-12-09', '2027-02-28', 'vacation', 'Vacaciones de verano'],
      ),
      last_day,
    })
    expect(upcomingIds([], '2026-12-02', summer('2026-12-04'))).toEqual([
      ['2026-12-03'],
      ['2026-12-04'],
      ['2026-12-05', 'Desde el sábado 5: vacaciones de verano'],
    ])
    expect(upcomingIds([], '2026-12-20', summer('2026-12-04'))).toEqual([])
  })
})

it('lists weekdays without known holidays if the class days are unknown', () => {
  const holiday = withDaysOff(['2026-10-19', '2026-10-19', 'holiday', 'Encuentro de Dos Mundos'])
  const days = (calendarDays: Parameters<typeof upcomingDays>[2]) =>
    upcomingDays([], FRIDAY, calendarDays).map(({ day, off }) => [day, off?.name].filter(Boolean).join(' '))
  expect(days(undefined)).toEqual(['2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23'])
  expect(days({ ...holiday, first_day: null, last_day: null })).toEqual([
    '2026-10-19 Encuentro de Dos Mundos',
    '2026-10-20',
    '2026-10-21',
    '2026-10-22',
    '2026-10-23',
    '2026-10-26',
  ])
})
