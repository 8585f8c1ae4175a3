import { describe, expect, it, vi } from 'vitest'
import { anEvent } from '../../testing/data/events.ts'
import { aStudent, aStudentIn } from '../../testing/data/people.ts'
import { calendarEntry, zonedMoment } from './calendarEntry.ts'

const { establishment } = aStudent()
const HOUR_MS = 3_600_000

describe.each(['America/Santiago', 'Asia/Tokyo', 'UTC'])('on a phone in %s', (zone) => {
  it.each([
    ['2026-10-15', '2026-10-15T11:00:00Z'],
    ['2026-07-15', '2026-07-15T12:00:00Z'],
    ['2026-04-04', '2026-04-04T11:00:00Z'], // the clocks show 23:00 to 24:00 twice
    ['2026-04-05', '2026-04-05T12:00:00Z'],
    ['2026-09-05', '2026-09-05T12:00:00Z'],
    ['2026-09-06', '2026-09-06T11:00:00Z'], // the clocks skip 00:00 to 01:00
  ])('%s stands from 08:00 to 09:00 at school', (date, start) => {
    vi.stubEnv('TZ', zone)
    const entry = calendarEntry(anEvent({ date }), establishment)
    expect([new Date(entry.start).toISOString(), entry.end - entry.start]).toEqual([
      start.replace('Z', '.000Z'),
      HOUR_MS,
    ])
  })
})

it('lasts one hour if it has a time, also across a change of clocks', () => {
  const { start, end } = calendarEntry(anEvent({ date: '2026-04-04T23:30:00-03:00' }), establishment)
  expect([start, end - start]).toEqual([Date.parse('2026-04-05T02:30:00Z'), HOUR_MS])
})

it.each([
  ['2026-04-04', '23:30', '2026-04-05T02:30:00Z'], // the clocks show 23:30 twice; this is the first time
  ['2026-04-04', '22:30', '2026-04-05T01:30:00Z'],
  ['2026-04-05', '00:30', '2026-04-05T04:30:00Z'],
  ['2026-09-05', '23:30', '2026-09-06T03:30:00Z'],
  ['2026-09-06', '00:30', '2026-09-06T04:30:00Z'], // the clocks skip 00:30; this is the instant of 01:30
  ['2026-09-06', '01:30', '2026-09-06T04:30:00Z'],
])('%s %s in Santiago is %s', (day, time, moment) => {
  expect(new Date(zonedMoment(day, time, 'America/Santiago')).toISOString()).toBe(
    moment.replace('Z', '.000Z'),
  )
})

it('uses the clocks of the school’s zone', () => {
  const { start } = calendarEntry(anEvent({ date: '2026-07-15' }), aStudentIn('Pacific/Easter').establishment)
  expect(new Date(start).toISOString()).toBe('2026-07-15T14:00:00.000Z')
})

it('has the event’s data, the course and the place, but no child’s name', () => {
  const event = anEvent({
    description: 'Segunda del semestre',
    content: 'Fracciones.\nTraer regla.',
    course: { description: '5° Básico A' },
  })
  expect(calendarEntry(event, establishment)).toMatchObject({
    title: 'Prueba Unidad 2',
    notes:
      'Segunda del semestre\n\nFracciones.\nTraer regla.\n\nAsignatura: Matemática\n\nCurso: 5° Básico A',
    place: 'Colegio Los Aromos, Av. Los Aromos 2150, La Florida',
  })
})

it('omits unknown fields, except the title', () => {
  expect(calendarEntry(anEvent({ title: null, subject: null }), null)).toMatchObject({
    title: 'Sin título',
    notes: '',
    place: '',
  })
})
