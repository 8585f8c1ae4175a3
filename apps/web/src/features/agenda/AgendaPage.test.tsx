import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { daysOf2026 } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { aProfile, aStudent, aStudentIn, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import {
  agendaServer,
  clickButton,
  daySection,
  eventRows,
  renderAgenda,
  startOnFourteenthOfOctober,
} from '../../testing/pages/agenda.tsx'
import { signedIn } from '../../testing/signedIn.ts'
import { AgendaPage } from './AgendaPage.tsx'

startOnFourteenthOfOctober()

/** The calls that the server received, without those for the subjects' colours and the days off. */
const agendaCalls = (api: ReturnType<typeof fakeApi>) =>
  api.received.filter(({ name }) => !name.startsWith('getCalendar'))

describe('on opening', () => {
  it('shows that the month and the day are loading', async () => {
    agendaServer([anEvent()])
    renderAgenda()
    screen.getByText('Cargando')
    expect(screen.queryByRole('grid')).toBeNull()
    await daySection()
    expect(screen.queryByText('Cargando')).toBeNull()
  })

  it.each(['America/Santiago', 'Asia/Tokyo'])('requests today at school on a device in %s', async (zone) => {
    vi.stubEnv('TZ', zone)
    const api = agendaServer([anEvent()], { '2026-10-15': 1 })
    renderAgenda()
    await daySection()
    expect(agendaCalls(api).map(({ name, request }) => [name, request])).toEqual([
      ['countDiaryEvents', { student_id: 1, date_start: '2026-10-01', date_end: '2026-10-31' }],
      ['getDiaryEvents', { student_id: 1, date: '2026-10-14' }],
    ])
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('14')
    expect(screen.getByRole('button', { name: /^miércoles 14/ }).getAttribute('aria-current')).toBe('date')
  })

  it('requests today by the clock of the selected student’s school', async () => {
    vi.setSystemTime(new Date('2026-10-15T04:30:00Z')) // 01:30 in Santiago, 23:30 of the day before on Easter Island
    const api = agendaServer([anEvent()])
    const student = aStudentIn('Pacific/Easter')
    signedIn(aProfile({ students: [student] }))
    render(<AgendaPage student={student} />)
    await daySection()
    expect(agendaCalls(api).at(-1)?.request).toEqual({ student_id: 1, date: '2026-10-14' })
    expect(screen.getByRole('button', { name: /^miércoles 14/ }).getAttribute('aria-current')).toBe('date')
  })

  it('starts with the day in its address', async () => {
    history.replaceState(null, '', '/app/agenda?dia=2026-11-02')
    const api = agendaServer([anEvent()])
    renderAgenda()
    await daySection()
    expect(agendaCalls(api).map(({ request }) => request)).toEqual([
      { student_id: 1, date_start: '2026-11-01', date_end: '2026-11-30' },
      { student_id: 1, date: '2026-11-02' },
    ])
    clickButton('Hoy')
    await screen.findByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
  })

  it.each(['', '2027-01-04', '2026-02-30', '2026-11', '2026-11-02T10:00', '<b>'])(
    'begins with today where its address names no day of the year: %j',
    async (day) => {
      history.replaceState(null, '', `/app/agenda?dia=${encodeURIComponent(day)}`)
      agendaServer()
      renderAgenda()
      await screen.findByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
    },
  )

  it('shows no detail', async () => {
    agendaServer([anEvent()])
    renderAgenda()
    await daySection()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the events of the day', () => {
  it('are listed with time, subject and first line of content, and whether there is a document', async () => {
    agendaServer([
      anEvent({ document: '/api/v1/mobile/parent/documents/1' }),
      anEvent({
        id: 2,
        title: 'Tarea',
        subject: { name: 'Lenguaje' },
        date: '2026-10-15T08:30:00-03:00',
        content: '\n Leer el capítulo 3.\nResponder.',
      }),
      anEvent({ id: 3, title: null, subject: null }),
    ])
    renderAgenda()
    expect(await eventRows()).toEqual([
      'Prueba Unidad 2 Matemática con documento',
      'Tarea 08:30 · Lenguaje Leer el capítulo 3.',
      'Sin título Todo el colegio',
    ])
    within(await daySection()).getByText('3 eventos')
  })

  it('are counted in the singular if there is one', async () => {
    agendaServer([anEvent()])
    renderAgenda()
    within(await daySection()).getByText('1 evento')
  })

  it('are an empty list with a hint if there are none', async () => {
    agendaServer()
    renderAgenda()
    const dayEvents = within(await daySection())
    dayEvents.getByText('Sin Elementos.')
    dayEvents.getByText('Aquí verás los eventos que el colegio publique para este día.')
    expect(dayEvents.queryByText(/eventos?$/)).toBeNull()
  })

  it('are those of the chosen day, which loads separately from the month', async () => {
    const api = fakeApi()
    api.respond('getCalendarDays', daysOf2026())
    api.respond('countDiaryEvents', { diary_counts: { '2026-10-20': 2 } })
    api.respond('getDiaryEvents', [anEvent()])
    api.hang('getDiaryEvents')
    renderAgenda()
    await eventRows()
    clickButton('martes 20 de octubre de 2026, 2 eventos')
    within(await daySection()).getByText('Cargando')
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Martes 20 de octubre' })
    screen.getByRole('grid')
    expect(agendaCalls(api).at(-1)?.request).toEqual({ student_id: 1, date: '2026-10-20' })
  })
})

it('updates an open detail with a refresh, and closes it if its event no longer exists', async () => {
  const api = fakeApi()
  api.respond('getCalendarDays', daysOf2026())
  api.respond('countDiaryEvents', { diary_counts: {} })
  api.respond('getDiaryEvents', [anEvent()])
  api.respond('getDiaryEvents', [anEvent({ title: 'Prueba Unidad 3' })])
  api.respond('getDiaryEvents', [])
  renderAgenda()
  await eventRows()
  clickButton(/^Prueba Unidad 2/)
  screen.getByRole('dialog', { name: 'Prueba Unidad 2' })
  clickButton('Actualizar')
  await screen.findByRole('dialog', { name: 'Prueba Unidad 3' })
  clickButton('Actualizar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows another child’s events when the student changes', async () => {
  const api = agendaServer([anEvent()])
  const { rerender } = render(<AgendaPage key={1} student={aStudent()} />)
  await eventRows()
  rerender(<AgendaPage key={2} student={tomas} />)
  await eventRows()
  expect(api.received.at(-1)?.request).toMatchObject({ student_id: 2 })
})

describe('the address', () => {
  const search = (query: string) => waitFor(() => expect(location.search).toBe(query))

  it('opens its event, and loses an unknown day or event', async () => {
    history.replaceState(null, '', '/app/agenda?dia=2026-10-20&evento=5')
    agendaServer([anEvent({ id: 5, title: 'Prueba' })])
    const { unmount } = renderAgenda()
    await screen.findByRole('dialog', { name: 'Prueba' })
    unmount()
    history.replaceState(null, '', '/app/agenda?dia=2027-01-04&evento=6')
    renderAgenda()
    await search('')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
