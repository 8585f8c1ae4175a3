import { parseCalendar } from '@apoderados/testing/parsedCalendar'
import { describe, expect, it } from 'vitest'
import { type CalendarContent, calendarText } from './calendarText.ts'

const lesson = {
  course_subject_id: 4,
  subject_name: 'Matemática',
  teacher: 'Rosa Tapia',
  weekday: 5,
  starts_at: '08:00',
  ends_at: '09:30',
}
const event = {
  id: 12,
  title: 'Reunión',
  description: 'En la sala',
  content: null,
  date: '2026-08-17',
  course: null,
  subject: null,
}
const content: CalendarContent = {
  student_id: 7,
  time_zone: 'America/Santiago',
  course: '5° Básico A',
  year: 2026,
  periods: [
    { starts_on: '2026-03-04', ends_on: '2026-06-19' },
    { starts_on: '2026-07-06', ends_on: '2026-12-04' },
  ],
  closures: [{ starts_on: '2026-10-15', ends_on: '2026-10-16', name: 'Interferiado' }],
  lessons: [lesson],
  events: [],
  created_at: new Date('2026-03-01T12:00:00Z'),
}

const entriesOf = (changes: Partial<CalendarContent>) =>
  parseCalendar(calendarText({ ...content, ...changes }), 2026)
const startsOf = (changes: Partial<CalendarContent>) => entriesOf(changes).map(({ start }) => start)
const startsBetween = (time_zone: string, first: string, last: string) =>
  startsOf({ time_zone }).filter((start) => first <= start && start <= last)

describe('the classes of a Friday at 08:00, parsed by a calendar program', () => {
  it.each([
    ['America/Santiago', ['2026-03-27T11:00Z', '2026-04-10T12:00Z', '2026-04-17T12:00Z']],
    ['America/Punta_Arenas', ['2026-03-27T11:00Z', '2026-04-10T11:00Z', '2026-04-17T11:00Z']],
    ['Pacific/Easter', ['2026-03-27T13:00Z', '2026-04-10T14:00Z', '2026-04-17T14:00Z']],
  ])('in %s leave out Good Friday and follow the change of the clock in April', (zone, starts) => {
    expect(startsBetween(zone, '2026-03-27', '2026-04-18')).toEqual(starts)
  })

  it.each([
    ['America/Santiago', ['2026-09-04T12:00Z', '2026-09-11T11:00Z', '2026-09-25T11:00Z']],
    ['America/Punta_Arenas', ['2026-09-04T11:00Z', '2026-09-11T11:00Z', '2026-09-25T11:00Z']],
    ['Pacific/Easter', ['2026-09-04T14:00Z', '2026-09-11T13:00Z', '2026-09-25T13:00Z']],
  ])('in %s leave out 18 September and follow the change of the clock in September', (zone, starts) => {
    expect(startsBetween(zone, '2026-09-04', '2026-09-26')).toEqual(starts)
  })

  it('leave out the holidays, the closures and the vacation of the school year, and nothing else', () => {
    const fridays = startsOf({}).map((start) => start.slice(5, 10))
    const expected = [
      '03-06',
      '03-13',
      '03-20',
      '03-27',
      '04-10',
      '04-17',
      '04-24',
      '05-08',
      '05-15',
      '05-22',
      '05-29',
      '06-05',
      '06-12',
      '06-19',
      '07-10',
      '07-17',
      '07-24',
      '07-31',
      '08-07',
      '08-14',
      '08-21',
      '08-28',
      '09-04',
      '09-11',
      '09-25',
      '10-02',
      '10-09',
      '10-23',
      '10-30',
      '11-06',
      '11-13',
      '11-20',
      '11-27',
      '12-04',
    ]
    expect(fridays).toEqual(expected)
  })

  it('have subject, teacher, course and duration', () => {
    expect(entriesOf({})[0]).toMatchObject({
      summary: 'Matemática',
      description: 'Rosa Tapia\n\nCurso: 5° Básico A',
      start: '2026-03-06T11:00Z',
      end: '2026-03-06T12:30Z',
    })
  })

  it('are on the right day if the day in UTC is the next one', () => {
    const evening = { ...lesson, starts_at: '20:30', ends_at: '21:15' }
    const starts = startsOf({ lessons: [evening] })
    expect([starts[0], starts[4]]).toEqual(['2026-03-06T23:30Z', '2026-04-11T00:30Z'])
  })

  it('are none without periods, as no day is known to have classes', () => {
    expect(startsOf({ periods: [] })).toEqual([])
  })
})

describe('the events', () => {
  it.each([
    ['2026-04-04', '2026-04-05'],
    ['2026-09-06', '2026-09-07'], // on this day midnight does not exist in Santiago
    ['2026-12-31', '2027-01-01'],
  ])('without a time are all-day on %s', (date, end) => {
    const [found] = entriesOf({ lessons: [], events: [{ ...event, date }] })
    expect([found?.start, found?.end]).toEqual([date, end])
  })

  it('with a time begin at that instant and last one hour', () => {
    const [found] = entriesOf({
      lessons: [],
      events: [{ ...event, date: '2026-04-04T23:30:00-03:00' }],
    })
    expect([found?.start, found?.end]).toEqual(['2026-04-05T02:30Z', '2026-04-05T03:30Z'])
  })

  it('have the texts of the agenda, and no line of their own making', () => {
    const title = 'Prueba; unidad 1, "Números"\r\nEND:VEVENT\u2028BEGIN:VALARM'
    const [found, ...others] = entriesOf({
      lessons: [],
      events: [
        {
          ...event,
          title,
          content: 'Traer: \\ regla\u0007',
          subject: { name: 'Historia' },
          course: '5° Básico A',
        },
      ],
    })
    expect(others).toEqual([])
    expect(found?.summary).toBe('Prueba; unidad 1, "Números" END:VEVENT BEGIN:VALARM')
    expect(found?.description).toBe(
      'En la sala\n\nTraer: \\ regla \n\nAsignatura: Historia\n\nCurso: 5° Básico A',
    )
  })

  it('without a title are called like in the agenda', () => {
    expect(entriesOf({ lessons: [], events: [{ ...event, title: null }] })[0]?.summary).toBe('Sin título')
  })
})

describe('the ids of the entries', () => {
  const uidsOf = (changes: Partial<CalendarContent>) => new Set(entriesOf(changes).map(({ uid }) => uid))

  it('are unique for each student and entry', () => {
    const second = { ...lesson, course_subject_id: 5 }
    const changes = { lessons: [lesson, second], events: [event, { ...event, id: 13 }] }
    const [own, other] = [uidsOf(changes), uidsOf({ ...changes, student_id: 8 })]
    // Each of the two blocks has one series before, between and after the two changes of the clock.
    expect([own.size, other.size, own.union(other).size]).toEqual([8, 8, 16])
  })
})

describe('the text', () => {
  it('is the same for the same content, has lines of at most 75 bytes and times in UTC alone', () => {
    const events = [{ ...event, content: 'ñandú '.repeat(60) }]
    const text = calendarText({ ...content, events })
    expect(calendarText({ ...content, events })).toBe(text)
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
    expect(
      unfolded.filter(
        (line) => /^DT|^EXDATE/.test(line) && !/:(\d{8}T\d{6}Z,?)+$|^DT\w+;VALUE=DATE:\d{8}$/.test(line),
      ),
    ).toEqual([])
    expect(text).not.toMatch(/TZID|TZNAME/)
  })
})
