import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/queryClient.ts'
import type { Schedules } from '../../shared/week.ts'
import { aClass, aPause } from '../../testing/blocks.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { aStudent } from '../../testing/people.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { TimetablePage } from './TimetablePage.tsx'

const wednesday = [
  aClass('08:00', '09:30', 'Lenguaje y Comunicación'),
  aPause('09:30', '09:45'),
  aClass('09:45', '11:15', 'Historia'),
  aClass('14:00', '15:30', 'Tecnología', { employee_name: 'Daniela', employee_last_name: 'Cárcamo' }),
]
const week: Schedules = {
  monday: { daySchedule: [aClass('08:00', '09:30', 'Matemática')] },
  tuesday: { daySchedule: [] },
  wednesday: { daySchedule: wednesday },
}

// A Wednesday, in a winter without summer time: 10:30 at school.
const WEDNESDAY = '2026-07-15T14:30:00Z'
const goTo = (moment: string) => {
  vi.setSystemTime(new Date(moment))
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

beforeEach(() => {
  queryClient.clear()
  signedIn()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(WEDNESDAY) })
})
afterEach(() => {
  vi.useRealTimers()
})

function show(employee_schedules: Schedules = week) {
  const server = fakeApi()
  server.answer('getCalendar', { employee_schedules })
  render(<TimetablePage student={aStudent()} />)
  return server
}

const panel = (name: string) => screen.findByRole('tabpanel', { name })
/** The blocks as they are read out. */
const blocks = async (name: string) =>
  within(await panel(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
const now = () => screen.queryAllByText('Ahora').map((chip) => chip.parentElement?.textContent)

describe('a day', () => {
  it('shows each block with its times, subject, teacher and course, and Recreo', async () => {
    show()
    await screen.findByText('Historia')
    expect(await blocks('Miércoles')).toEqual([
      '08:00–09:30 Lenguaje y ComunicaciónRodrigo Sepúlveda · 5° Básico A',
      '09:30–09:45 Recreo · 15 min',
      '09:45–11:15 HistoriaAhoraRodrigo Sepúlveda · 5° Básico A',
      '14:00–15:30 TecnologíaDaniela Cárcamo · 5° Básico A',
    ])
  })

  it('is today’s at first, and another one on its tab', async () => {
    show()
    await screen.findByText('Historia')
    expect(screen.getByRole('tab', { current: 'date' }).getAttribute('aria-label')).toBe('Miércoles')
    await choose('Lunes')
    expect(await blocks('Lunes')).toEqual(['08:00–09:30 MatemáticaRodrigo Sepúlveda · 5° Básico A'])
  })

  it.each(['2026-07-18T15:00:00Z', '2026-07-19T15:00:00Z'])('is Monday on a weekend (%s)', async (moment) => {
    vi.setSystemTime(new Date(moment))
    show()
    await screen.findByText('Matemática')
    await panel('Lunes')
    expect(screen.queryByRole('tab', { current: 'date' })).toBeNull()
  })

  it.each(['Martes', 'Jueves'])('without blocks (%s) says Sin Elementos.', async (name) => {
    show()
    await screen.findByText('Historia')
    await choose(name)
    within(await panel(name)).getByText('Sin Elementos.')
    screen.getByText('Este día no tiene clases.')
  })

  it('is the one that the clock of the school has, not the device’s', async () => {
    vi.setSystemTime(new Date('2026-07-16T03:30:00Z')) // Thursday in London, Wednesday 23:30 in Santiago
    show()
    await panel('Miércoles')
  })
})

describe('odd blocks', () => {
  const friday = async (daySchedule: (typeof wednesday)[number][]) => {
    vi.setSystemTime(new Date('2026-07-18T02:30:00Z'))
    show({ friday: { daySchedule } })
    await screen.findAllByRole('listitem')
    return blocks('Viernes')
  }

  it('are put in order, early and late ones too', async () => {
    expect(
      await friday([
        aClass('18:30', '20:00', 'Coro'),
        aPause('09:30', '09:45'),
        aClass('07:00', '07:45', 'Taller'),
      ]),
    ).toEqual([
      '07:00–07:45 TallerRodrigo Sepúlveda · 5° Básico A',
      '09:30–09:45 Recreo · 15 min',
      '18:30–20:00 CoroRodrigo Sepúlveda · 5° Básico A',
    ])
  })

  it('show both of two that overlap', async () => {
    const shown = await friday([aClass('08:00', '09:30', 'Inglés'), aClass('09:00', '10:00', 'Francés')])
    expect(shown).toEqual([
      '08:00–09:30 InglésRodrigo Sepúlveda · 5° Básico A09:00–10:00 FrancésRodrigo Sepúlveda · 5° Básico A',
    ])
  })

  it('keep the word that a newer server brings, and a Recreo without minutes', async () => {
    expect(await friday([aPause('12:00', '12:40', 'colación'), aPause('13:00', '13:00')])).toEqual([
      '12:00–12:40 colación · 40 min',
      '13:00–13:00 Recreo',
    ])
  })

  it('do without what is missing', async () => {
    const nobody = { employee_name: null, employee_last_name: null }
    const shown = await friday([
      { ...aPause('08:00', '09:30'), block_type: 'class' },
      aClass('09:45', '11:15', 'Música', nobody),
      aClass('11:30', '13:00', 'Música', { ...nobody, employee_last_name: 'Lagos' }),
      aClass('14:00', '15:00', 'Música', { course_name: '', letter: '' }),
    ])
    expect(shown).toEqual([
      '08:00–09:30 Sin asignatura',
      '09:45–11:15 Música5° Básico A',
      '11:30–13:00 MúsicaLagos · 5° Básico A',
      '14:00–15:00 MúsicaRodrigo Sepúlveda',
    ])
  })

  it('show long names whole and markup as text', async () => {
    const long = 'Taller de Comprensión Lectora y Producción de Textos Interculturales Avanzado II'
    await friday([aClass('08:00', '09:30', long), aClass('09:45', '11:15', '<b>Coro</b>')])
    screen.getByText(long)
    screen.getByText('<b>Coro</b>')
  })
})

describe('the block that runs', () => {
  it('is marked Ahora, and the mark moves on while the page stays open', async () => {
    show()
    await screen.findByText('Historia')
    expect(now()).toEqual([expect.stringContaining('Historia')])
    goTo('2026-07-15T15:15:00Z')
    expect(now()).toEqual([])
    goTo('2026-07-15T18:00:00Z')
    expect(now()).toEqual([expect.stringContaining('Tecnología')])
  })

  it('shows how much of it is over', async () => {
    show()
    await screen.findByText('Historia')
    const bar = () => document.querySelector<HTMLElement>('.lesson-progress > div')?.style.width
    expect(bar()).toBe('50%')
    goTo('2026-07-15T15:06:00Z')
    expect(bar()).toBe('90%')
  })

  it('is marked in a Recreo too', async () => {
    vi.setSystemTime(new Date('2026-07-15T13:35:00Z'))
    show()
    await screen.findByText('Historia')
    expect(await blocks('Miércoles')).toContain('09:30–09:45 Recreo · 15 min · Ahora')
  })

  it('is on no other day’s tab', async () => {
    show({ ...week, monday: { daySchedule: wednesday } })
    await screen.findByText('Historia')
    await choose('Lunes')
    expect(now()).toEqual([])
  })
})

describe('the end of today', () => {
  it('is that of the last class', async () => {
    show({ wednesday: { daySchedule: [...wednesday, aPause('15:30', '15:45')] } })
    await screen.findByText('Hoy termina a las 15:30')
  })

  it('is past once it has come', async () => {
    vi.setSystemTime(new Date('2026-07-15T19:30:00Z'))
    show({ wednesday: { daySchedule: wednesday } })
    await screen.findByText('Hoy terminó a las 15:30')
  })

  it.each([
    ['a weekend', '2026-07-18T15:00:00Z', week],
    ['a day without classes', '2026-07-14T15:00:00Z', week],
    ['a day of nothing but Recreo', WEDNESDAY, { wednesday: { daySchedule: [aPause('9:00', '9:30')] } }],
  ])('is not told on %s', async (_, moment, schedules) => {
    vi.setSystemTime(new Date(moment))
    show(schedules)
    await screen.findByRole('tabpanel')
    await vi.waitFor(() => expect(screen.queryByText('Cargando')).toBeNull())
    expect(screen.queryByText(/Hoy termin/)).toBeNull()
  })
})

describe('loading', () => {
  it('shows the tabs at once, and a choice made meanwhile stays', async () => {
    const server = fakeApi()
    let answer: (response: Response) => void = () => undefined
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    render(<TimetablePage student={aStudent()} />)
    screen.getByText('Cargando')
    await choose('Lunes')
    await act(async () => answer(Response.json({ employee_schedules: week })))
    await screen.findByText('Matemática')
    await panel('Lunes')
    expect(screen.queryByText('Cargando')).toBeNull()
    expect(server.received).toEqual([])
  })

  it('that fails shows Sin Elementos. and apart from it a way to try again', async () => {
    const server = fakeApi()
    server.refuse('getCalendar', 500)
    server.answer('getCalendar', { employee_schedules: week })
    render(<TimetablePage student={aStudent()} />)
    await screen.findByText('No se pudo cargar')
    screen.getByText('Sin Elementos.')
    screen.getByText('Cuando el colegio publique el horario de clases, lo verás aquí.')
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('Historia')
  })

  it('anew keeps the content and the chosen day, even when it fails', async () => {
    const server = fakeApi()
    server.answer('getCalendar', { employee_schedules: week })
    server.refuse('getCalendar', 500)
    render(<TimetablePage student={aStudent()} />)
    await screen.findByText('Historia')
    await choose('Lunes')
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    await screen.findByText('No se pudo actualizar')
    await panel('Lunes')
    screen.getByText('Matemática')
    expect(server.count('getCalendar')).toBe(2)
  })
})
