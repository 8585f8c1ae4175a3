import { describe, expect, it } from 'vitest'
import type { Schedules } from '../../shared/text/week.ts'
import { aBreak, aClass } from '../../testing/data/blocks.ts'
import { daysOf2026, withDaysOff } from '../../testing/data/calendarDays.ts'
import { latestAverage, schoolNowTexts } from './today.ts'

const wednesdayBlocks = [
  aClass('09:45', '11:15', 'Historia'),
  aBreak('09:30', '09:45'),
  aClass('08:00', '09:30', 'Lenguaje'),
  aClass('11:30', '13:00', 'Música'),
  aBreak('13:00', '13:30'),
]
const week: Schedules = {
  monday: { daySchedule: [aBreak('07:30', '08:00'), aClass('08:00', '09:30', 'Matemática')] },
  wednesday: { daySchedule: wednesdayBlocks },
  thursday: { daySchedule: [aClass('08:15', '09:30', 'Inglés')] },
  friday: { daySchedule: [aBreak('08:00', '09:30')] },
}
const WEDNESDAY = '2026-10-14'
const THURSDAY = '2026-10-15'
const FRIDAY = '2026-10-16'
const SATURDAY = '2026-10-17'
const SUNDAY = '2026-10-18'

describe('the class of the strip', () => {
  it.each([
    [WEDNESDAY, '07:00', 'Sigue a las 08:00', 'Lenguaje'],
    [WEDNESDAY, '08:00', 'Ahora, hasta las 09:30', 'Lenguaje'],
    [WEDNESDAY, '09:29', 'Ahora, hasta las 09:30', 'Lenguaje'],
    [WEDNESDAY, '09:30', 'Sigue a las 09:45', 'Historia'],
    [WEDNESDAY, '11:20', 'Sigue a las 11:30', 'Música'],
    [WEDNESDAY, '13:00', 'Mañana a las 08:15', 'Inglés'],
    [THURSDAY, '23:59', 'Lunes a las 08:00', 'Matemática'],
    [FRIDAY, '08:10', 'Lunes a las 08:00', 'Matemática'],
    [SATURDAY, '10:00', 'Lunes a las 08:00', 'Matemática'],
    [SUNDAY, '20:00', 'Mañana a las 08:00', 'Matemática'],
  ])('on %s at %s is “%s: %s”', (today, time, when, what) => {
    expect(schoolNowTexts(week, { day: today, time }, daysOf2026())).toEqual({ kind: 'class', when, what })
  })

  it('is next week’s if only one weekday has classes', () => {
    const only = { monday: week.monday }
    expect(schoolNowTexts(only, { day: '2026-10-12', time: '12:00' }, daysOf2026())?.when).toBe(
      'Lunes 19 de octubre a las 08:00',
    )
  })

  it('says after the last class of the school year that it is over', () => {
    const now = schoolNowTexts(week, { day: WEDNESDAY, time: '13:00' }, daysOf2026({ last_day: WEDNESDAY }))
    expect(now).toEqual({ kind: 'class', when: 'Hoy', what: 'Terminó sus clases' })
  })

  it('is none without classes', () => {
    expect(schoolNowTexts({}, { day: WEDNESDAY, time: '10:00' }, daysOf2026())).toBeUndefined()
    const breaks = { friday: week.friday }
    expect(schoolNowTexts(breaks, { day: FRIDAY, time: '08:10' }, daysOf2026())).toBeUndefined()
  })
})

describe('a day off', () => {
  it('is skipped in the search for the next class, also for weeks', () => {
    const calendarDays = withDaysOff(
      [THURSDAY, THURSDAY, 'closure', 'Jornada de profesores'],
      ['2026-10-19', '2026-10-19', 'holiday', 'Encuentro de Dos Mundos'],
    )
    const evening = { day: WEDNESDAY, time: '20:00' }
    expect(schoolNowTexts(week, evening, calendarDays)?.when).toBe('Miércoles 21 de octubre a las 08:00')
    expect(schoolNowTexts({ monday: week.monday }, evening, calendarDays)?.when).toBe(
      'Lunes 26 de octubre a las 08:00',
    )
  })
})

describe('the latest average', () => {
  const came = (name: string, average: number | null) => ({
    id: Number(name[0]),
    name,
    response: { data: { averages: [], average }, isPending: false },
  })
  const pending = { id: 2, name: '2° Semestre', response: { data: undefined, isPending: true } }
  const failed = { id: 2, name: '2° Semestre', response: { data: undefined, isPending: false } }

  it('is that of the last sub-period that has one', () => {
    const first = came('1° Semestre', 5.2)
    expect(latestAverage([first, came('2° Semestre', 6)])).toEqual({
      value: 6,
      period: '2° Semestre',
      period_id: 2,
    })
    expect(latestAverage([first, came('2° Semestre', null)])).toEqual({
      value: 5.2,
      period: '1° Semestre',
      period_id: 1,
    })
  })

  it('is pending while a later one is, and unknown if that failed', () => {
    expect(latestAverage([came('1° Semestre', 5.2), pending])).toBe('pending')
    expect(latestAverage([came('1° Semestre', 5.2), failed])).toBeUndefined()
  })

  it('is undefined if no sub-period has one', () => {
    expect(latestAverage([])).toBeUndefined()
    expect(latestAverage([came('1° Semestre', null)])).toBeUndefined()
  })
})
