import type { Block } from '@apoderados/contract/calendar/timetable'
import { describe, expect, it } from 'vitest'
import {
  blocksOf,
  dayAhead,
  daysAfter,
  endOf,
  isRunning,
  minutesOf,
  nextWeekday,
  startOf,
  subjectOf,
  timeOf,
  weekdayOf,
} from './week.ts'

const block = (from: string, to: string, changes: Partial<Block> = {}): Block => ({
  block_type: 'class',
  hour_start: Number(from.slice(0, -3)),
  minute_start: Number(from.slice(-2)),
  hour_end: Number(to.slice(0, -3)),
  minute_end: Number(to.slice(-2)),
  class: null,
  ...changes,
})

describe('the days', () => {
  it.each([
    ['2026-10-12', 'monday'],
    ['2026-10-16', 'friday'],
    ['2026-10-17', undefined],
    ['2026-10-18', undefined],
  ])('%s is %s', (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday)
  })

  it('continue across the ends of months and years and the change of clocks', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(daysAfter('2026-09-05', 1)).toBe('2026-09-06')
    expect(daysAfter('2026-09-06', 1)).toBe('2026-09-07')
  })

  it.each([
    ['2026-10-14', '2026-10-15', 'Mañana'],
    ['2026-10-16', '2026-10-19', 'Lunes'],
    ['2026-10-17', '2026-10-19', 'Lunes'],
    ['2026-10-18', '2026-10-19', 'Mañana'],
    ['2026-12-31', '2027-01-01', 'Mañana'],
  ])('after %s the next weekday is %s, which is called %s', (today, next, label) => {
    expect(nextWeekday(today)).toBe(next)
    expect(dayAhead(next, today)).toBe(label)
  })

  it('are named by their date from the same weekday on', () => {
    expect(dayAhead('2026-10-20', '2026-10-14')).toBe('Martes')
    expect(dayAhead('2026-10-21', '2026-10-14')).toBe('Miércoles 21 de octubre')
  })
})

describe('the blocks of a day', () => {
  it('are sorted by time', () => {
    const daySchedule = [
      block('11:30', '13:00'),
      block('08:00', '09:30'),
      block('08:00', '08:45'),
      block('07:00', '14:00'),
    ]
    const endTimes = blocksOf({ monday: { daySchedule } }, 'monday').map((each) => timeOf(endOf(each)))
    expect(endTimes).toEqual(['14:00', '08:45', '09:30', '13:00'])
    expect(daySchedule[0]?.hour_start).toBe(11)
  })

  it('are empty if the day is missing', () => {
    expect(blocksOf({}, 'friday')).toEqual([])
  })

  it('are in progress from their first minute up to their last', () => {
    const lesson = block('09:45', '11:15')
    const running = ['09:44', '09:45', '11:14', '11:15'].map((time) => isRunning(lesson, minutesOf(time)))
    expect(running).toEqual([false, true, true, false])
  })

  it('stay within the day, and never end before they begin', () => {
    expect([startOf(block('-2:00', '09:00')), endOf(block('23:00', '99:00'))]).toEqual([0, 1440])
    expect(endOf(block('15:00', '14:00'))).toBe(minutesOf('15:00'))
  })

  it('are named by their subject', () => {
    const lesson = { employee_name: null, employee_last_name: null, course_name: '5° Básico', letter: 'A' }
    const named = (subject_name: string) => block('08:00', '09:30', { class: { ...lesson, subject_name } })
    expect([subjectOf(named('Música')), subjectOf(named('')), subjectOf(block('8:00', '9:00'))]).toEqual([
      'Música',
      'Sin asignatura',
      'Sin asignatura',
    ])
  })
})

it('have times as HH:MM', () => {
  expect([timeOf(0), timeOf(485), timeOf(1440)]).toEqual(['00:00', '08:05', '24:00'])
})
