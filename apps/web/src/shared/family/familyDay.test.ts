import type { ResponseOf } from '@apoderados/contract/calls/api'
import { describe, expect, it } from 'vitest'
import { anEvent } from '../../testing/data/events.ts'
import { aStudent } from '../../testing/data/people.ts'
import { childDay, classNow } from './familyDay.ts'

const classes = [
  { subject_name: 'Historia', starts_at: '08:00', ends_at: '09:30' },
  { subject_name: 'Música', starts_at: '09:45', ends_at: '11:15' },
]

describe('the current class', () => {
  it.each([
    ['07:59', 'Sigue a las 08:00: Historia'],
    ['08:00', 'Ahora: Historia, hasta las 09:30'],
    ['09:30', 'Sigue a las 09:45: Música'],
    ['11:14', 'Ahora: Música, hasta las 11:15'],
    ['11:15', 'Terminó sus clases de hoy'],
  ])('at %s is “%s”', (time, text) => {
    expect(classNow(classes, time)).toBe(text)
  })

  it('is absent on a day without classes', () => {
    expect(classNow([], '10:00')).toBeUndefined()
  })
})

describe('the day of a child', () => {
  const today = '2026-10-15' // a Thursday
  const classDay = { is_class_day: true, day_off: null, next_class_day: '2026-10-16' }
  const ofSchool = { establishment_id: 21 }
  const event = (id: number, date: string, student_ids: number[]) => ({
    ...anEvent({ id, date }),
    ...ofSchool,
    student_ids,
  })
  const overview: ResponseOf<'getFamilyOverview'> = {
    students: [
      { student_id: 1, attendance_percentage: 91.9, classes, ...classDay },
      { student_id: 2, attendance_percentage: null, classes: [], ...classDay },
    ],
    events: [event(1, today, [1]), event(2, `${today}T18:00:00-03:00`, [1, 2]), event(3, '2026-10-16', [2])],
  }
  const momentAtSchool = { day: today, time: '08:10' }
  const ids = (events: { id: number }[] = []) => events.map(({ id }) => id)

  it('has the reason of a day without classes in place of the class', () => {
    const [student] = overview.students
    if (!student) throw new Error('The overview has no student')
    const day_off = { kind: 'holiday' as const, name: 'Navidad' }
    const off = { ...overview, students: [{ ...student, is_class_day: false, day_off }] }
    expect(childDay(off, aStudent(), momentAtSchool)?.now).toBe('Feriado: Navidad')
  })

  it('names the days up to the next class day', () => {
    const events = [event(4, '2026-10-17', [1]), event(5, '2026-10-19', [1])]
    const { ahead } =
      childDay({ ...overview, events }, aStudent(), { day: '2026-10-16', time: '18:00' }) ?? {}
    expect(ahead?.map(({ label, events: shown }) => [label, ids(shown)])).toEqual([
      ['Mañana', [4]],
      ['Lunes', [5]],
    ])
  })

  it('leaves out classes of another year, and of a day without classes', () => {
    const nextYear = { day: '2027-01-14', time: '08:10' }
    expect(childDay(overview, aStudent(), nextYear)?.now).toBeUndefined()
    const students = overview.students.map((student) => ({ ...student, is_class_day: false }))
    expect(childDay({ ...overview, students }, aStudent(), momentAtSchool)?.now).toBeUndefined()
  })
})
