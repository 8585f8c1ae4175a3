import { act, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { anEvent } from '../../testing/data/events.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import {
  CardOfToday,
  cardCalls,
  linkTexts,
  renderTodayCard,
  startOnWednesdayMorning,
  todayServer,
  waitForCard,
} from '../../testing/pages/today.tsx'

startOnWednesdayMorning()

describe('the card of today', () => {
  it('shows the current class, two figures and today’s events, each linked to its page', async () => {
    renderTodayCard()
    await waitForCard()
    const card = within(screen.getByRole('region', { name: 'Hoy' }))
    expect(card.getAllByRole('link')).toHaveLength(4)
    expect(linkTexts().slice(0, 4)).toEqual([
      'Ahora, hasta las 11:15 Historia → /app/horario',
      'Promedio 6,0 1° Semestre → /app/calificaciones?periodo=5',
      'Asistencia 91,9% Mínimo 85% → /app/asistencia',
      'Prueba Unidad 2 Matemática → /app/agenda?dia=2026-10-14&evento=1',
    ])
  })

  it('uses the same calls as the linked pages, and one for the upcoming events', async () => {
    const server = renderTodayCard()
    await waitForCard()
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
    renderTodayCard()
    await waitForCard()
    vi.setSystemTime(new Date('2026-10-14T14:20:00Z'))
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    screen.getByText('Miércoles 21 de octubre a las 09:45')
  })

  it('has its events under a heading, those that are over marked as past', async () => {
    const at = (id: number, title: string, time: string) =>
      anEvent({ id, title, date: `2026-10-14T${time}:00-03:00` })
    renderTodayCard({
      events: [at(1, 'Acto', '09:20'), at(2, 'Charla', '09:30'), anEvent({ date: '2026-10-14' })],
    })
    await waitForCard()
    const card = within(screen.getByRole('region', { name: 'Hoy' }))
    card.getByRole('heading', { name: 'Hoy' })
    expect(card.getAllByText(/ya pasó/).map((mark) => mark.closest('a')?.textContent)).toEqual([
      expect.stringMatching(/^Acto/),
    ])
  })

  it('states that there are no events today', async () => {
    renderTodayCard({ events: [] })
    await waitForCard()
    within(screen.getByRole('region', { name: 'Hoy' })).getByText('Sin eventos hoy')
  })
})

describe('a figure', () => {
  it.each([
    [4, 'Promedio 4,0 1° Semestre → /app/calificaciones?periodo=5'],
    [3.95, 'Promedio 4,0 1° Semestre Bajo 4,0 → /app/calificaciones?periodo=5'],
    [2.5, 'Promedio 2,5 1° Semestre Bajo 4,0 → /app/calificaciones?periodo=5'],
  ])('of average %d reads “%s”', async (average, text) => {
    renderTodayCard({ average })
    await waitForCard()
    expect(linkTexts()).toContain(text)
  })

  it.each([
    [85, 'Asistencia 85,0% Mínimo 85% → /app/asistencia'],
    [84.96, 'Asistencia 84,9% Bajo el mínimo de 85% → /app/asistencia'],
    [0, 'Asistencia 0,0% Bajo el mínimo de 85% → /app/asistencia'],
  ])('of attendance %d reads “%s”', async (attendance, text) => {
    renderTodayCard({ attendance })
    await waitForCard()
    expect(linkTexts()).toContain(text)
  })

  it('is red if it is low', async () => {
    renderTodayCard({ average: 3.9 })
    await waitForCard()
    const classOf = (figure: string) => screen.getByText(figure).parentElement?.className
    expect(classOf('3,9')).toContain('text-negative-text')
    expect(classOf('91,9')).not.toContain('text-negative-text')
  })

  it('is omitted without a value', async () => {
    renderTodayCard({ average: null, attendance: null })
    await waitForCard()
    expect(linkTexts().join()).not.toMatch(/Promedio|Asistencia/)
  })
})

describe('missing data', () => {
  it('shows no class while the enrollment is of another year', async () => {
    vi.setSystemTime(new Date('2027-01-13T13:00:00Z')) // a Wednesday, 10:00 in the school's time zone
    renderTodayCard()
    await waitForCard()
    expect(linkTexts().join()).not.toContain('Historia')
  })

  it('shows no class without a timetable', async () => {
    renderTodayCard({ schedules: {} as never })
    await waitForCard()
    expect(linkTexts()[0]).toContain('Promedio 6,0')
  })

  it.each([
    ['getCalendarDays', 'Ahora'],
    ['getCalendar', 'Ahora'],
    ['getSubPeriods', 'Promedio'],
    ['getPeriodQualifications', 'Promedio'],
    ['getArrears', 'Asistencia'],
    ['getUpcomingEvents', 'evento'],
  ] as const)('is omitted if %s fails, and never shown as zero', async (failing, missing) => {
    todayServer({}, failing).refuse(failing, 500)
    render(<CardOfToday />)
    await waitForCard()
    expect(linkTexts().join()).not.toContain(missing)
  })

  it('shows one empty list if every call fails', async () => {
    const server = fakeApi()
    for (const name of cardCalls) server.refuse(name, 500)
    render(<CardOfToday />)
    await waitFor(() => expect(document.body.textContent).toBe('Sin Elementos.'))
    expect(linkTexts()).toEqual([])
  })
})

describe('while it loads', () => {
  it('is a skeleton', () => {
    const server = fakeApi()
    for (const name of cardCalls) server.hang(name)
    render(<CardOfToday />)
    screen.getByText('Cargando')
    expect(linkTexts()).toEqual([])
  })

  it('moves nothing when the events are answered last', async () => {
    const server = todayServer({}, 'getUpcomingEvents')
    const responseEvents = server.hold('getUpcomingEvents', [anEvent({ date: '2026-10-14' })])
    render(<CardOfToday />)
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    const links = linkTexts()
    expect(links).toEqual([
      'Ahora, hasta las 11:15 Historia → /app/horario',
      'Promedio 6,0 1° Semestre → /app/calificaciones?periodo=5',
      'Asistencia 91,9% Mínimo 85% → /app/asistencia',
    ])
    expect(screen.queryByText('Próximos días')).toBeNull()
    responseEvents()
    await screen.findByText('Próximos días')
    expect(linkTexts().slice(0, links.length)).toEqual(links)
  })

  it('shows the loaded parts and skeletons of the others', async () => {
    todayServer({}, 'getArrears').hang('getArrears')
    render(<CardOfToday />)
    await screen.findByText('Historia')
    await screen.findByText('Salida')
    expect(document.querySelectorAll('.skeleton-bar').length).toBeGreaterThan(0)
  })
})

it('keeps its content when a refetch fails', async () => {
  const server = todayServer({}, 'getArrears')
  server.respond('getArrears', { arrears: [], attendance_percentage: 91.89 })
  server.respond('getArrears', { arrears: [], attendance_percentage: 84 })
  server.refuse('getArrears', 500)
  render(<CardOfToday />)
  await waitForCard()
  await act(() => queryClient.refetchQueries({ type: 'active' }))
  await waitFor(() =>
    expect(linkTexts()).toContain('Asistencia 84,0% Bajo el mínimo de 85% → /app/asistencia'),
  )
  await act(() => queryClient.refetchQueries({ type: 'active' }))
  expect(server.count('getArrears')).toBe(3)
  expect(linkTexts()).toContain('Asistencia 84,0% Bajo el mínimo de 85% → /app/asistencia')
})
