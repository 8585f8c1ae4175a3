import type { JsonCallName } from '@apoderados/contract/calls/api'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { aClass } from '../../testing/data/blocks.ts'
import { calendarDays, withDaysOff } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { refreshToday, TodayCard } from './TodayCard.tsx'

const rich = {
  schedules: { wednesday: { daySchedule: [aClass('09:45', '11:15', 'Historia')] } },
  calendar: calendarDays(),
  average: 5.95 as number | null,
  attendance: 91.89 as number | null,
  events: [
    anEvent({ date: '2026-10-14' }),
    anEvent({ id: 2 }),
    anEvent({ id: 3, title: 'Salida', subject: null }),
  ],
}
const calls: JsonCallName[] = [
  'getCalendarDays',
  'getCalendar',
  'getSubPeriods',
  'getArrears',
  'getUpcomingEvents',
]

/** A server that answers the card's calls, unless a test sets other replies. */
function answering(changes: Partial<typeof rich> = {}, ...unansweredCalls: JsonCallName[]) {
  const { schedules, calendar, average, attendance, events } = { ...rich, ...changes }
  const server = fakeApi()
  const answer: typeof server.answer = (name, body) => {
    if (!unansweredCalls.includes(name)) server.answer(name, body)
  }
  answer('getCalendarDays', calendar)
  answer('getCalendar', { employee_schedules: schedules })
  answer('getSubPeriods', [{ id: 5, name: '1° Semestre' }])
  answer('getPeriodQualifications', { averages: [], average })
  answer('getArrears', { arrears: [], attendance_percentage: attendance })
  answer('getUpcomingEvents', events)
  return server
}

function renderCard(changes: Partial<typeof rich> = {}) {
  const server = answering(changes)
  render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
  return server
}

const isReady = () => waitFor(() => expect(document.querySelector('.skeleton-bar')).toBeNull())
/** The links with their texts and addresses. */
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
  it('shows the current class, today’s events and two figures, each linked to its page', async () => {
    renderCard()
    await isReady()
    const card = within(screen.getByRole('region', { name: 'Hoy' }))
    expect(card.getAllByRole('link')).toHaveLength(4)
    expect(links().slice(0, 4)).toEqual([
      'Ahora, hasta las 11:15 Historia → /app/horario',
      'Prueba Unidad 2 Matemática → /app/agenda?dia=2026-10-14&evento=1',
      'Promedio 6,0 1° Semestre → /app/calificaciones?periodo=5',
      'Asistencia 91,9% Mínimo 85% → /app/asistencia',
    ])
  })

  it('uses the same calls as the linked pages, and one for the upcoming events', async () => {
    const server = renderCard()
    await isReady()
    const student_id = 1
    expect(server.received.map(({ name, request }) => [name, request])).toEqual([
      ['getCalendarDays', { student_id }],
      ['getCalendar', { student_id }],
      ['getArrears', { student_id }],
      ['getUpcomingEvents', { student_id, date: '2026-10-14' }],
      ['getSubPeriods', { student_id }],
      ['getPeriodQualifications', { student_id, establishment_sub_period_id: 5 }],
    ])
  })

  it('changes with the time at school', async () => {
    renderCard()
    await isReady()
    vi.setSystemTime(new Date('2026-10-14T14:20:00Z'))
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    screen.getByText('Miércoles 21 de octubre a las 09:45')
  })

  it('states that there are no events today', async () => {
    renderCard({ events: [] })
    await isReady()
    within(screen.getByRole('region', { name: 'Hoy' })).getByText('Sin eventos hoy')
  })
})

describe('the next days', () => {
  const rows = () =>
    within(screen.getByRole('region', { name: 'Próximos días' }))
      .getAllByRole('link')
      .map((link) => `${link.textContent?.replace(/\s+/g, ' ').trim()} → ${link.getAttribute('href')}`)

  it('are five rows, each linked to its day or to its single event', async () => {
    const furtherEvents = [4, 5, 6, 7].map((id) => anEvent({ id, title: `N° ${id}`, date: '2026-10-19' }))
    const timed = anEvent({ id: 8, title: null, subject: null, date: '2026-10-16T15:30:00-03:00' })
    renderCard({ events: [...rich.events, timed, ...furtherEvents] })
    await isReady()
    expect(rows()).toEqual([
      'Jue15Jueves 15 de octubre: Prueba Unidad 2 Matemática Salida → /app/agenda?dia=2026-10-15',
      'Vie16Viernes 16 de octubre: 15:30 Sin título → /app/agenda?dia=2026-10-16&evento=8',
      'Lun19Lunes 19 de octubre: N° 4 Matemática N° 5 Matemática N° 6 Matemática y 1 más → /app/agenda?dia=2026-10-19',
      'Mar20Martes 20 de octubre: Sin eventos → /app/agenda?dia=2026-10-20',
      'Mié21Miércoles 21 de octubre: Sin eventos → /app/agenda?dia=2026-10-21',
    ])
  })

  it('are an empty list if their events could not be loaded', async () => {
    answering({}, 'getUpcomingEvents').refuse('getUpcomingEvents', 500)
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    await isReady()
    expect(screen.queryByText(/Sin eventos/)).toBeNull()
    expect(screen.getByRole('region', { name: 'Próximos días' }).textContent).toBe(
      'Próximos díasSin Elementos.',
    )
  })
})

describe('days off', () => {
  const WEDNESDAY = '2026-10-14'
  const card = async () => {
    await isReady()
    return screen.getByRole('region', { name: 'Hoy' }).textContent?.replace(/\s+/g, ' ')
  }

  it.each([
    ['holiday', 'Encuentro de Dos Mundos', 'Hoy es feriado: Encuentro de Dos Mundos'],
    ['vacation', 'Vacaciones de primavera', 'Vacaciones de primavera'],
    ['closure', 'Jornada de profesores', 'Hoy no hay clases: Jornada de profesores'],
  ])('put a %s in the place of the class, with the next one', async (kind, name, text) => {
    renderCard({ calendar: withDaysOff([WEDNESDAY, WEDNESDAY, kind, name]) })
    expect(await card()).toMatch(new RegExp(`^${text} Miércoles 21 de octubre a las 09:45: Historia`))
    expect(links()[0]).toMatch(/→ \/app\/horario$/)
  })

  it('are named between the next days without a link', async () => {
    const friday = '2026-10-16'
    renderCard({ calendar: withDaysOff([friday, friday, 'holiday', 'Navidad']), events: [] })
    await isReady()
    const section = within(screen.getByRole('region', { name: 'Próximos días' }))
    const rows = section.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[1]).toBe('Viernes 16: feriado, Navidad')
    expect(section.getAllByRole('link')).toHaveLength(5)
  })

  it('are named in their row if they have events', async () => {
    renderCard({ calendar: withDaysOff(['2026-10-15', '2026-10-15', 'closure', 'Aniversario']) })
    await isReady()
    const section = within(screen.getByRole('region', { name: 'Próximos días' }))
    expect(section.getAllByRole('link')[0]?.textContent).toContain('Sin clases: Aniversario Prueba Unidad 2')
  })

  it('are not named again beside an event of the same name', async () => {
    const calendar = withDaysOff(['2026-10-15', '2026-10-15', 'closure', 'Aniversario'])
    renderCard({ calendar, events: [anEvent({ title: 'Aniversario del colegio' })] })
    await isReady()
    expect(screen.getAllByText(/Aniversario/)).toHaveLength(1)
  })

  it('are named once if several days in a row have events', async () => {
    const calendar = withDaysOff(['2026-10-15', '2026-10-16', 'vacation', 'Vacaciones de primavera'])
    const events = ['2026-10-15', '2026-10-16'].map((date, at) =>
      anEvent({ id: at + 1, date, title: 'Taller' }),
    )
    renderCard({ calendar, events })
    await isReady()
    expect(screen.getAllByText('Taller')).toHaveLength(2)
    expect(screen.getAllByText('Vacaciones de primavera')).toHaveLength(1)
  })

  it('include the summer after the last class day', async () => {
    vi.setSystemTime(new Date('2026-12-25T13:24:00Z'))
    const calendar = withDaysOff(
      ['2026-12-05', '2026-12-24', 'vacation', 'Vacaciones de verano'],
      ['2026-12-25', '2026-12-25', 'holiday', 'Navidad'],
      ['2026-12-26', '2027-02-28', 'vacation', 'Vacaciones de verano'],
    )
    renderCard({ calendar, events: [] })
    expect(await card()).toMatch(/^Hoy es feriado: Navidad ?Sin eventos hoy/)
    expect(screen.queryByRole('region', { name: 'Próximos días' })).toBeNull()
    vi.setSystemTime(new Date('2026-12-26T13:24:00Z'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(async () => expect(await card()).toMatch(/^Vacaciones de verano ?Sin eventos hoy/))
  })

  it.each([
    ['pending', (server: ReturnType<typeof fakeApi>) => server.hang('getCalendarDays')],
    ['not known', (server: ReturnType<typeof fakeApi>) => server.refuse('getCalendarDays', 500)],
    [
      'without periods',
      (server: ReturnType<typeof fakeApi>) =>
        server.answer('getCalendarDays', calendarDays({ first_day: null, last_day: null })),
    ],
  ])('that are %s leave out what is now', async (_, reply) => {
    reply(answering({}, 'getCalendarDays'))
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    await screen.findByText('91,9')
    await screen.findByText('6,0')
    expect(document.body.textContent).not.toMatch(/Ahora|Sigue|Historia/)
  })
})

describe('a figure', () => {
  it.each([
    [4, 'Promedio 4,0 1° Semestre → /app/calificaciones?periodo=5'],
    [3.95, 'Promedio 4,0 1° Semestre Bajo 4,0 → /app/calificaciones?periodo=5'],
    [2.5, 'Promedio 2,5 1° Semestre Bajo 4,0 → /app/calificaciones?periodo=5'],
  ])('of average %d reads “%s”', async (average, text) => {
    renderCard({ average })
    await isReady()
    expect(links()).toContain(text)
  })

  it.each([
    [85, 'Asistencia 85,0% Mínimo 85% → /app/asistencia'],
    [84.96, 'Asistencia 84,9% Bajo el mínimo de 85% → /app/asistencia'],
    [0, 'Asistencia 0,0% Bajo el mínimo de 85% → /app/asistencia'],
  ])('of attendance %d reads “%s”', async (attendance, text) => {
    renderCard({ attendance })
    await isReady()
    expect(links()).toContain(text)
  })

  it('is red if it is low', async () => {
    renderCard({ average: 3.9 })
    await isReady()
    expect(screen.getByText('3,9').className).toContain('text-negative-text')
    expect(screen.getByText('91,9').className).not.toContain('text-negative-text')
  })

  it('is omitted without a value', async () => {
    renderCard({ average: null, attendance: null })
    await isReady()
    expect(links().join()).not.toMatch(/Promedio|Asistencia/)
  })
})

describe('missing data', () => {
  it('shows no class while the enrollment is of another year', async () => {
    vi.setSystemTime(new Date('2027-01-13T13:00:00Z')) // a Wednesday too, 10:00 at school
    renderCard()
    await isReady()
    expect(links().join()).not.toContain('Historia')
  })

  it('shows no class without a timetable', async () => {
    renderCard({ schedules: {} as never })
    await isReady()
    expect(links()[0]).toContain('Prueba Unidad 2')
  })

  it.each([
    ['getCalendarDays', 'Ahora'],
    ['getCalendar', 'Ahora'],
    ['getSubPeriods', 'Promedio'],
    ['getPeriodQualifications', 'Promedio'],
    ['getArrears', 'Asistencia'],
    ['getUpcomingEvents', 'evento'],
  ] as const)('is omitted if %s fails, and never shown as zero', async (failing, missing) => {
    answering({}, failing).refuse(failing, 500)
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    await isReady()
    expect(links().join()).not.toContain(missing)
  })

  it('shows only empty lists if every call fails', async () => {
    const server = fakeApi()
    for (const name of calls) server.refuse(name, 500)
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    await waitFor(() => expect(document.body.textContent).toBe('Sin Elementos.Próximos díasSin Elementos.'))
    expect(links()).toEqual([])
  })
})

describe('while it loads', () => {
  it('is a skeleton', () => {
    const server = fakeApi()
    for (const name of calls) server.hang(name)
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    screen.getByText('Cargando')
    expect(links()).toEqual([])
  })

  it('shows the loaded parts and skeletons of the others', async () => {
    answering({}, 'getArrears').hang('getArrears')
    render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
    await screen.findByText('Historia')
    await screen.findByText('Salida')
    expect(document.querySelectorAll('.skeleton-bar').length).toBeGreaterThan(0)
  })
})

it('keeps its content when a refetch fails', async () => {
  const server = answering({}, 'getArrears')
  server.answer('getArrears', { arrears: [], attendance_percentage: 91.89 })
  server.answer('getArrears', { arrears: [], attendance_percentage: 84 })
  server.refuse('getArrears', 500)
  render(<TodayCard student={aStudent()} hasStrip={false} onState={vi.fn()} />)
  await isReady()
  await act(() => refreshToday())
  await waitFor(() => expect(links()).toContain('Asistencia 84,0% Bajo el mínimo de 85% → /app/asistencia'))
  await act(() => refreshToday())
  expect(server.count('getArrears')).toBe(3)
  expect(links()).toContain('Asistencia 84,0% Bajo el mínimo de 85% → /app/asistencia')
})
