import type { DiaryEvent } from '@apoderados/contract/agenda'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { calendarDays, withDaysOff } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { aStudent, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { AgendaPage } from './AgendaPage.tsx'

function server(events: DiaryEvent[] = [], diary_counts: Record<string, number> = {}) {
  const api = serverWithoutDays(events, diary_counts)
  api.answer('getCalendarDays', calendarDays())
  return api
}

function serverWithoutDays(events: DiaryEvent[] = [], diary_counts: Record<string, number> = {}) {
  const api = fakeApi()
  api.answer('getCalendar', { employee_schedules: {} })
  api.answer('countDiaryEvents', { diary_counts })
  api.answer('getDiaryEvents', events)
  return api
}

const show = () => render(<AgendaPage student={aStudent()} />)
const section = () => screen.findByRole('region', { name: 'Eventos del día' })
const rows = async () => {
  const buttons = await within(await section()).findAllByRole('button')
  return buttons.map((row) => row.textContent)
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const ranges = (api: ReturnType<typeof fakeApi>) =>
  api.received.filter(({ name }) => name === 'countDiaryEvents').map(({ request }) => request)

/** The received calls without those for the subjects' colours and the days off. */
const requested = (api: ReturnType<typeof fakeApi>) =>
  api.received.filter(({ name }) => !name.startsWith('getCalendar'))

beforeEach(() => {
  // 23:30 of the 14th at school; the device's day may be another one.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-15T02:30:00Z') })
  queryClient.clear()
  signedIn()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('on opening', () => {
  it('shows that the month and the day are loading', async () => {
    server([anEvent()])
    show()
    screen.getByText('Cargando')
    expect(screen.queryByRole('grid')).toBeNull()
    await section()
    expect(screen.queryByText('Cargando')).toBeNull()
  })

  it.each(['America/Santiago', 'Asia/Tokyo'])('requests today at school on a device in %s', async (zone) => {
    vi.stubEnv('TZ', zone)
    const api = server([anEvent()], { '2026-10-15': 1 })
    show()
    await section()
    expect(requested(api).map(({ name, request }) => [name, request])).toEqual([
      ['countDiaryEvents', { student_id: 1, date_start: '2026-10-01', date_end: '2026-10-31' }],
      ['getDiaryEvents', { student_id: 1, date: '2026-10-14' }],
    ])
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('14')
    expect(screen.getByRole('button', { name: /^miércoles 14/ }).getAttribute('aria-current')).toBe('date')
  })

  it('starts with the day in its address', async () => {
    history.replaceState(null, '', '/app/agenda?dia=2026-11-02')
    const api = server([anEvent()])
    show()
    await section()
    expect(requested(api).map(({ request }) => request)).toEqual([
      { student_id: 1, date_start: '2026-11-01', date_end: '2026-11-30' },
      { student_id: 1, date: '2026-11-02' },
    ])
    click('Hoy')
    await screen.findByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
  })

  it.each(['', '2027-01-04', '2026-02-30', '2026-11', '2026-11-02T10:00', '<b>'])(
    'begins with today where its address names no day of the year: %j',
    async (day) => {
      history.replaceState(null, '', `/app/agenda?dia=${encodeURIComponent(day)}`)
      server()
      show()
      await screen.findByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
    },
  )

  it('shows no detail', async () => {
    server([anEvent()])
    show()
    await section()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the events of the day', () => {
  it('are listed with time, subject and first line of content, and whether there is a document', async () => {
    server([
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
    show()
    expect(await rows()).toEqual([
      'Prueba Unidad 2 Matemática con documento',
      'Tarea 08:30 · Lenguaje Leer el capítulo 3.',
      'Sin título Sin asignatura',
    ])
    within(await section()).getByText('3 eventos')
  })

  it('are counted in the singular if there is one', async () => {
    server([anEvent()])
    show()
    within(await section()).getByText('1 evento')
  })

  it('are an empty list with a hint if there are none', async () => {
    server()
    show()
    const shown = within(await section())
    shown.getByText('Sin Elementos.')
    shown.getByText('Aquí verás los eventos que el colegio publique para este día.')
    expect(shown.queryByText(/eventos?$/)).toBeNull()
  })

  it('show long names and markup as plain text', async () => {
    const title = `<b>${'Prueba'.repeat(14)}</b>`
    server([anEvent({ title, subject: { name: '<i>Arte</i>' } })])
    show()
    expect(await rows()).toEqual([`${title} <i>Arte</i>`])
  })

  it('are those of the chosen day, which loads separately from the month', async () => {
    const api = fakeApi()
    api.answer('getCalendarDays', calendarDays())
    api.answer('countDiaryEvents', { diary_counts: { '2026-10-20': 2 } })
    api.answer('getDiaryEvents', [anEvent()])
    api.hang('getDiaryEvents')
    show()
    await rows()
    click('martes 20 de octubre de 2026, 2 eventos')
    within(await section()).getByText('Cargando')
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Martes 20 de octubre' })
    screen.getByRole('grid')
    expect(requested(api).at(-1)?.request).toEqual({ student_id: 1, date: '2026-10-20' })
  })
})

describe('days off', () => {
  const calendar = withDaysOff(
    ['2026-10-12', '2026-10-12', 'holiday', 'Encuentro de Dos Mundos'],
    ['2026-10-13', '2026-10-14', 'closure', 'Jornada de profesores'],
    ['2026-10-15', '2026-10-25', 'vacation', 'Vacaciones de primavera'],
  )
  const marked = () => document.querySelectorAll('.day-off').length

  it.each([
    ['12', 'Feriado: Encuentro de Dos Mundos'],
    ['14', 'Sin clases: Jornada de profesores'],
    ['20', 'Vacaciones de primavera'],
  ])('are marked, and the %s says why', async (date, text) => {
    history.replaceState(null, '', `/app/agenda?dia=2026-10-${date}`)
    const api = serverWithoutDays([anEvent()])
    api.answer('getCalendarDays', calendar)
    show()
    await rows()
    await within(await section()).findByText(text)
    expect(marked()).toBe(14)
    expect(await rows()).toHaveLength(1)
  })

  it('are not shown while they load', async () => {
    const api = serverWithoutDays([anEvent()])
    api.hang('getCalendarDays')
    show()
    expect(await rows()).toHaveLength(1)
    expect(marked()).toBe(0)
  })

  it('that cannot be loaded show a notice and keep the events', async () => {
    const api = serverWithoutDays([anEvent()])
    api.refuse('getCalendarDays', 500)
    show()
    await screen.findByText('No se pudo actualizar')
    expect(await rows()).toHaveLength(1)
    expect(marked()).toBe(0)
  })
})

describe('another month', () => {
  it('loads that month alone and keeps the chosen day', async () => {
    const api = server([anEvent()], { '2026-10-15': 2, '2026-11-03': 1 })
    show()
    await rows()
    click('Mes siguiente')
    await screen.findByRole('button', { name: 'martes 3 de noviembre de 2026, 1 evento' })
    expect(ranges(api).slice(1)).toEqual([
      { student_id: 1, date_start: '2026-11-01', date_end: '2026-11-30' },
    ])
    expect(api.count('getDiaryEvents')).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  it('shows cached counts at once', async () => {
    const api = fakeApi()
    api.answer('getCalendarDays', calendarDays())
    api.answer('countDiaryEvents', { diary_counts: { '2026-10-15': 2, '2026-11-03': 1 } })
    api.answer('countDiaryEvents', { diary_counts: { '2026-10-15': 2, '2026-11-03': 1 } })
    api.hang('countDiaryEvents')
    api.answer('getDiaryEvents', [])
    show()
    await section()
    click('Mes siguiente')
    await screen.findByRole('button', { name: 'martes 3 de noviembre de 2026, 1 evento' })
    click('Mes anterior')
    screen.getByRole('button', { name: 'jueves 15 de octubre de 2026, 2 eventos' })
  })

  it('can be used with a notice if its counts cannot be loaded', async () => {
    const api = fakeApi()
    api.answer('getCalendarDays', calendarDays())
    api.answer('countDiaryEvents', { diary_counts: {} })
    api.refuse('countDiaryEvents', 500, 'No pudimos')
    api.answer('getDiaryEvents', [anEvent()])
    show()
    await rows()
    click('Mes siguiente')
    await screen.findByText('No pudimos')
    click('martes 3 de noviembre de 2026')
    expect(await rows()).toHaveLength(1)
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('3')
  })

  it('`Hoy` leads back to today', async () => {
    server([anEvent()])
    show()
    await rows()
    click('Mes anterior')
    click('martes 1 de septiembre de 2026')
    click('Hoy')
    screen.getByRole('grid', { name: 'Octubre 2026' })
    screen.getByRole('heading', { level: 2, name: 'Eventos del día: Miércoles 14 de octubre' })
  })
})

describe('a failure', () => {
  it('at first shows an empty month, an empty day and the reason', async () => {
    const api = fakeApi()
    api.answer('getCalendarDays', calendarDays())
    api.refuse('countDiaryEvents', 500, 'No pudimos')
    api.answer('countDiaryEvents', { diary_counts: { '2026-10-15': 2 } })
    api.refuse('getDiaryEvents', 500)
    api.answer('getDiaryEvents', [anEvent()])
    show()
    await screen.findByText('No se pudo cargar')
    within(await section()).getByText('Sin Elementos.')
    expect(screen.queryByText(/el colegio publique/)).toBeNull()
    screen.getByRole('grid')
    click('Reintentar')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    await screen.findByRole('button', { name: 'jueves 15 de octubre de 2026, 2 eventos' })
    expect(screen.queryByText('No se pudo cargar')).toBeNull()
  })

  it('of a refresh keeps the content', async () => {
    const api = fakeApi()
    api.answer('getCalendarDays', calendarDays())
    api.answer('countDiaryEvents', { diary_counts: { '2026-10-15': 2 } })
    api.refuse('countDiaryEvents', 500)
    api.answer('getDiaryEvents', [anEvent()])
    api.refuse('getDiaryEvents', 500)
    show()
    await rows()
    click('Actualizar')
    await screen.findByText('No se pudo actualizar')
    expect(await rows()).toHaveLength(1)
    screen.getByRole('button', { name: 'jueves 15 de octubre de 2026, 2 eventos' })
  })
})

it('updates an open detail with a refresh, and closes it if its event no longer exists', async () => {
  const api = fakeApi()
  api.answer('getCalendarDays', calendarDays())
  api.answer('countDiaryEvents', { diary_counts: {} })
  api.answer('getDiaryEvents', [anEvent()])
  api.answer('getDiaryEvents', [anEvent({ title: 'Prueba Unidad 3' })])
  api.answer('getDiaryEvents', [])
  show()
  await rows()
  click(/^Prueba Unidad 2/)
  screen.getByRole('dialog', { name: 'Prueba Unidad 2' })
  click('Actualizar')
  await screen.findByRole('dialog', { name: 'Prueba Unidad 3' })
  click('Actualizar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows another child’s events when the student changes', async () => {
  const api = server([anEvent()])
  const { rerender } = render(<AgendaPage key={1} student={aStudent()} />)
  await rows()
  rerender(<AgendaPage key={2} student={tomas} />)
  await rows()
  expect(api.received.at(-1)?.request).toMatchObject({ student_id: 2 })
})

describe('the address', () => {
  const search = (query: string) => waitFor(() => expect(location.search).toBe(query))

  it('contains the chosen day and the opened event, which Back closes', async () => {
    history.replaceState(null, '', '/app/agenda')
    server([anEvent({ id: 5, title: 'Prueba' })])
    show()
    await rows()
    click('jueves 15 de octubre de 2026')
    await search('?dia=2026-10-15')
    await rows()
    click(/^Prueba/)
    await screen.findByRole('dialog', { name: 'Prueba' })
    await search('?dia=2026-10-15&evento=5')
    history.back()
    await search('?dia=2026-10-15')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    click('Hoy')
    await search('')
  })

  it('opens its event, and loses an unknown day or event', async () => {
    history.replaceState(null, '', '/app/agenda?dia=2026-10-20&evento=5')
    server([anEvent({ id: 5, title: 'Prueba' })])
    const { unmount } = show()
    await screen.findByRole('dialog', { name: 'Prueba' })
    unmount()
    history.replaceState(null, '', '/app/agenda?dia=2027-01-04&evento=6')
    show()
    await search('')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
