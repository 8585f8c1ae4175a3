import type { JsonCallName } from '@apoderados/contract/api'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { aClass } from '../../testing/blocks.ts'
import { anEvent } from '../../testing/events.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { aStudent } from '../../testing/people.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { refreshToday, TodayCard } from './TodayCard.tsx'

const rich = {
  schedules: { wednesday: { daySchedule: [aClass('09:45', '11:15', 'Historia')] } },
  average: 5.95 as number | null,
  attendance: 91.89 as number | null,
  events: [anEvent(), anEvent({ id: 2 }), anEvent({ id: 3 })],
}
const calls: JsonCallName[] = ['getCalendar', 'getSubPeriods', 'getArrears', 'getDiaryEvents']

/** A server that answers all that the card asks, but for the calls that something else was said of. */
function answering(changes: Partial<typeof rich> = {}, ...apart: JsonCallName[]) {
  const { schedules, average, attendance, events } = { ...rich, ...changes }
  const server = fakeApi()
  const answer: typeof server.answer = (name, body) => {
    if (!apart.includes(name)) server.answer(name, body)
  }
  answer('getCalendar', { employee_schedules: schedules })
  answer('getSubPeriods', [{ id: 5, name: '1° Semestre' }])
  answer('getPeriodQualifications', { averages: [], average })
  answer('getArrears', { arrears: [], attendance_percentage: attendance })
  answer('getDiaryEvents', events)
  return server
}

function show(changes: Partial<typeof rich> = {}) {
  const server = answering(changes)
  render(<TodayCard student={aStudent()} onState={vi.fn()} />)
  return server
}

const isReady = () => waitFor(() => expect(document.querySelector('.skeleton-bar')).toBeNull())
/** What leads where, as it is read out. */
const links = () =>
  screen
    .queryAllByRole('link')
    .map((link) => `${link.textContent?.replace(/\s+/g, ' ').trim()} → ${link.getAttribute('href')}`)

beforeEach(() => {
  queryClient.clear()
  signedIn()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-14T13:24:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the card of today', () => {
  it('tells the running class and three figures, each with the way to its page', async () => {
    show()
    await isReady()
    screen.getByRole('region', { name: 'Hoy' })
    expect(links()).toEqual([
      'Ahora, hasta las 11:15 Historia → /app/horario',
      'Promedio 6,0 1° Semestre → /app/calificaciones',
      'Asistencia 91,9% Mínimo 85% → /app/asistencia',
      'Mañana 3 eventos → /app/agenda?dia=2026-10-15',
    ])
  })

  it('asks what the pages behind it ask, so that they share the answers', async () => {
    const server = show()
    await isReady()
    const student_id = 1
    expect(server.received.map(({ name, request }) => [name, request])).toEqual([
      ['getCalendar', { student_id }],
      ['getArrears', { student_id }],
      ['getDiaryEvents', { student_id, date: '2026-10-15' }],
      ['getSubPeriods', { student_id }],
      ['getPeriodQualifications', { student_id, establishment_sub_period_id: 5 }],
    ])
    const keys = queryClient.getQueryCache().getAll()
    expect(keys.map(({ queryKey }) => queryKey)).toContainEqual([
      'getDiaryEvents',
      { student_id, date: '2026-10-15' },
    ])
  })

  it('moves on with the clock of the school', async () => {
    show()
    await isReady()
    vi.setSystemTime(new Date('2026-10-14T14:20:00Z'))
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    screen.getByText('Miércoles a las 09:45')
  })

  it('looks ahead to Monday from a Friday on', async () => {
    vi.setSystemTime(new Date('2026-10-16T20:00:00Z'))
    const server = show({ events: [anEvent()] })
    await isReady()
    expect(links()).toContain('Lunes 1 evento → /app/agenda?dia=2026-10-19')
    expect(server.received.find(({ name }) => name === 'getDiaryEvents')?.request).toMatchObject({
      date: '2026-10-19',
    })
  })

  it('looks into the next year from the last day of this one', async () => {
    vi.setSystemTime(new Date('2026-12-31T15:00:00Z'))
    const server = show()
    await isReady()
    expect(server.received.find(({ name }) => name === 'getDiaryEvents')?.request).toMatchObject({
      date: '2027-01-01',
    })
  })
})

describe('a figure', () => {
  it.each([
    [4, 'Promedio 4,0 1° Semestre → /app/calificaciones'],
    [3.95, 'Promedio 4,0 1° Semestre Bajo 4,0 → /app/calificaciones'],
    [2.5, 'Promedio 2,5 1° Semestre Bajo 4,0 → /app/calificaciones'],
  ])('of average %d reads “%s”', async (average, text) => {
    show({ average })
    await isReady()
    expect(links()).toContain(text)
  })

  it.each([
    [85, 'Asistencia 85,0% Mínimo 85% → /app/asistencia'],
    [84.96, 'Asistencia 85,0% Mínimo 85% Bajo 85% → /app/asistencia'],
    [0, 'Asistencia 0,0% Mínimo 85% Bajo 85% → /app/asistencia'],
  ])('of attendance %d reads “%s”', async (attendance, text) => {
    show({ attendance })
    await isReady()
    expect(links()).toContain(text)
  })

  it('is red where it is low', async () => {
    show({ average: 3.9 })
    await isReady()
    expect(screen.getByText('3,9').className).toContain('text-negative-text')
    expect(screen.getByText('91,9').className).not.toContain('text-negative-text')
  })

  it('without a value is not there', async () => {
    show({ average: null, attendance: null })
    await isReady()
    expect(links()).toEqual([
      'Ahora, hasta las 11:15 Historia → /app/horario',
      'Mañana 3 eventos → /app/agenda?dia=2026-10-15',
    ])
  })

  it('says that there are no events tomorrow', async () => {
    show({ events: [] })
    await isReady()
    expect(links()).toContain('Mañana 0 eventos → /app/agenda?dia=2026-10-15')
  })
})

describe('what is not there', () => {
  it('has no strip while the classes are those of another year', async () => {
    vi.setSystemTime(new Date('2027-01-13T13:00:00Z')) // a Wednesday too, 10:00 at school
    show()
    await isReady()
    expect(links()[0]).toContain('Promedio')
  })

  it('has no strip without classes', async () => {
    show({ schedules: {} as never })
    await isReady()
    expect(links()[0]).toContain('Promedio')
  })

  it('has no card when there is nothing at all', async () => {
    show({ schedules: {} as never, average: null, attendance: null, events: [] })
    await waitFor(() => expect(document.body.textContent).toBe(''))
  })

  it.each([
    ['getCalendar', 'Ahora'],
    ['getSubPeriods', 'Promedio'],
    ['getPeriodQualifications', 'Promedio'],
    ['getArrears', 'Asistencia'],
    ['getDiaryEvents', 'Mañana'],
  ] as const)('is what %s fails to tell, never a zero', async (failing, missing) => {
    answering({}, failing).refuse(failing, 500)
    render(<TodayCard student={aStudent()} onState={vi.fn()} />)
    await isReady()
    expect(links()).toHaveLength(3)
    expect(links().join()).not.toContain(missing)
  })

  it('is the whole card when every call fails', async () => {
    const server = fakeApi()
    for (const name of calls) server.refuse(name, 500)
    render(<TodayCard student={aStudent()} onState={vi.fn()} />)
    await waitFor(() => expect(document.body.textContent).toBe(''))
  })
})

describe('while it loads', () => {
  it('is a skeleton', () => {
    const server = fakeApi()
    for (const name of calls) server.hang(name)
    render(<TodayCard student={aStudent()} onState={vi.fn()} />)
    screen.getByText('Cargando')
    expect(links()).toEqual([])
  })

  it('shows what has come and keeps the place of the rest', async () => {
    answering({}, 'getArrears').hang('getArrears')
    render(<TodayCard student={aStudent()} onState={vi.fn()} />)
    await screen.findByText('Historia')
    await waitFor(() => expect(links()).toHaveLength(3))
    expect(document.querySelectorAll('.skeleton-bar').length).toBeGreaterThan(0)
  })
})

it('is asked for anew, and keeps what it shows when that fails', async () => {
  const server = answering({}, 'getArrears')
  server.answer('getArrears', { arrears: [], attendance_percentage: 91.89 })
  server.answer('getArrears', { arrears: [], attendance_percentage: 84 })
  server.refuse('getArrears', 500)
  render(<TodayCard student={aStudent()} onState={vi.fn()} />)
  await isReady()
  await act(() => refreshToday())
  await waitFor(() => expect(links()).toContain('Asistencia 84,0% Mínimo 85% Bajo 85% → /app/asistencia'))
  await act(() => refreshToday())
  expect(server.count('getArrears')).toBe(3)
  expect(links()).toContain('Asistencia 84,0% Mínimo 85% Bajo 85% → /app/asistencia')
})

it('lists the events on a desktop only', async () => {
  show()
  await isReady()
  expect(screen.queryByRole('region', { name: 'Mañana' })).toBeNull()
  expect(within(screen.getByRole('region', { name: 'Hoy' })).getAllByRole('link')).toHaveLength(4)
})
