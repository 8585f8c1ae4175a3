import type { Arrear, DayAttendance } from '@apoderados/contract/attendance'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { AttendancePage } from './AttendancePage.tsx'

const anArrear = (changes: Partial<Arrear> = {}): Arrear => ({
  id: 1,
  date_late: '2026-10-08T11:17:00Z',
  status: 'pending',
  observation: 'Locomoción: retraso del Metro línea 4.',
  ...changes,
})

/** Three class days in April and May. Two of them count as attended, as a late arrival does. */
const april30: DayAttendance = { date: '2026-04-30', status: 'present' }
const may4: DayAttendance = { date: '2026-05-04', status: 'absent' }
const may5: DayAttendance = { date: '2026-05-05', status: 'late' }

function renderAttendance(
  arrears: Arrear[],
  attendance_percentage: number | null,
  days: DayAttendance[] = [],
) {
  const server = fakeApi()
  server.respond('getArrears', { arrears, attendance_percentage })
  server.respond('getAttendanceDays', { days, remaining_days: null })
  signedIn()
  render(<AttendancePage student={aStudent()} />)
  return server
}

const openArrear = async (name = /08-10-2026/) => userEvent.click(await screen.findByRole('button', { name }))
const facts = () =>
  within(screen.getByRole('dialog', { name: 'Atraso' }))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

const ADVICE = 'Conversa con su profesor o profesora jefe o con UTP sobre su asistencia.'

describe('the percentage', () => {
  it.each([
    [91.891891, '91,9%', 'Está sobre el 85% que se exige para pasar de curso.'],
    [85, '85,0%', 'Está justo en el 85% que se exige para pasar de curso.'],
    [84.96, '84,9%', ADVICE],
    [100, '100,0%', 'Está sobre el 85% que se exige para pasar de curso.'],
    [0, '0,0%', ADVICE],
  ])('%d reads %s', async (percentage, figure, comparison) => {
    renderAttendance([], percentage)
    await screen.findByText(comparison)
    const meter = screen.getByRole('meter', { name: 'Porcentaje de asistencia' })
    expect(meter.getAttribute('aria-valuetext')).toBe(figure)
    screen.getByText((_, element) => element?.textContent === figure && element.tagName === 'SPAN')
    expect(screen.queryAllByText('Bajo el mínimo de 85%')).toHaveLength(percentage < 85 ? 1 : 0)
  })

  it('is a dash before the first class day', async () => {
    renderAttendance([], null)
    await screen.findByText('Aún no hay días de clases registrados.')
    screen.getByText('—')
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Sin datos')
    expect(screen.queryByText('%')).toBeNull()
  })
})

describe('the late arrivals', () => {
  it('are listed by date, with their status', async () => {
    renderAttendance(
      [
        anArrear(),
        anArrear({ id: 2, date_late: '2026-09-22T12:09:00Z', status: 'justified' }),
        anArrear({ id: 3, date_late: '2026-08-17T12:24:00Z', status: 'rejected' }),
        anArrear({ id: 4, date_late: '2026-06-05T12:06:00Z', status: 'created' }),
      ],
      91.9,
    )
    const section = within(await screen.findByRole('region', { name: 'Atrasos' }))
    section.getByText('4 este año')
    expect(section.getAllByRole('button').map((row) => row.textContent)).toEqual([
      '08-10-2026 Jueves, 08:17Pendiente',
      '22-09-2026 Martes, 09:09Justificado',
      '17-08-2026 Lunes, 08:24Rechazado',
      '05-06-2026 Viernes, 08:06Registrado',
    ])
  })

  it('open with date and time, status and observation', async () => {
    renderAttendance([anArrear()], 91.9)
    await openArrear()
    expect(facts()).toEqual([
      'Fecha y hora: 08-10-2026 08:17',
      'Estado: Pendiente',
      'Observación: Locomoción: retraso del Metro línea 4.',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('show a dash without an observation, and an unknown status of a newer server unchanged', async () => {
    renderAttendance([anArrear({ status: 'en_revision', observation: null })], 91.9)
    await openArrear(/en_revision/)
    expect(facts().slice(1)).toEqual(['Estado: en_revision', 'Observación: —'])
  })

  it('are an empty section if there are none', async () => {
    renderAttendance([], 100)
    const section = within(await screen.findByRole('region', { name: 'Atrasos' }))
    section.getByText('Sin Elementos.')
    expect(section.queryByText(/este año/)).toBeNull()
  })
})

it('summarizes the class days under the percentage', async () => {
  renderAttendance([], 200 / 3, [april30, may4, may5])
  await screen.findByText('Faltó 1 de 3 días.')
  screen.getByText('Con 4 días seguidos de asistencia llegaría a 85%.')
})

describe('the page', () => {
  it('shows that it is loading, then that it failed, and can be retried', async () => {
    const server = fakeApi()
    for (const name of ['getArrears', 'getAttendanceDays'] as const) server.refuse(name, 500)
    server.respond('getArrears', { arrears: [anArrear()], attendance_percentage: 100 })
    server.respond('getAttendanceDays', { days: [april30], remaining_days: 0 })
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    screen.getByText('Cargando')
    await screen.findByText('No se pudo cargar')
    expect(await screen.findAllByText('Sin Elementos.')).toHaveLength(1)
    // Both calls failed, so the page must state no figures.
    expect(screen.queryByText(/Aún no hay días|este año|Faltó/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('08-10-2026')
    await screen.findByText('No ha faltado en 1 día.')
    await waitFor(() => expect(screen.queryByText('No se pudo cargar')).toBeNull())
  })

  it('shows the percentage and the late arrivals without the class days', async () => {
    const server = fakeApi()
    server.respond('getArrears', { arrears: [anArrear()], attendance_percentage: 91.9 })
    server.refuse('getAttendanceDays', 500)
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    await screen.findByText('No se pudo cargar')
    expect(await screen.findAllByText('Sin Elementos.')).toHaveLength(1)
    screen.getByText('Está sobre el 85% que se exige para pasar de curso.')
    screen.getByText('1 este año') // the count of late arrivals
    expect(screen.queryByText(/[Ff]altó|[Ff]altara|faltado/)).toBeNull()
  })

  it('shows the class days without the percentage and the late arrivals', async () => {
    const server = fakeApi()
    server.refuse('getArrears', 500)
    server.respond('getAttendanceDays', { days: [april30, may4, may5], remaining_days: 3 })
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    await screen.findByText('No se pudo cargar')
    await screen.findByText('Faltó 1 de 3 días.')
    screen.getByText('Este año ya no alcanza el 85%, aunque asista todos los días que quedan.')
    screen.getByText('—')
    const section = within(screen.getByRole('region', { name: 'Atrasos' }))
    section.getByText('Sin Elementos.')
    expect(section.queryByText(/este año/)).toBeNull()
  })

  it('shows one response while the other is pending', async () => {
    const server = fakeApi()
    server.respond('getArrears', { arrears: [anArrear()], attendance_percentage: 91.9 })
    const respond = server.hold('getAttendanceDays', { days: [april30], remaining_days: null })
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    await screen.findByText('08-10-2026')
    screen.getByText('Cargando')
    expect(screen.queryByText('Sin Elementos.')).toBeNull()
    respond()
    await screen.findByRole('region', { name: 'Día por día' })
    expect(screen.queryByText('Cargando')).toBeNull()
  })
})

describe('the address', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Atraso' })

  it('opens its late arrival', async () => {
    history.replaceState(null, '', '/app/asistencia?atraso=2')
    renderAttendance([anArrear(), anArrear({ id: 2, date_late: '2026-09-22T12:09:00Z' })], 91.9)
    await dialog()
    expect(facts()[0]).toBe('Fecha y hora: 22-09-2026 09:09')
  })

  it.each(['9', '', '1x', '01'])('loses the unknown id %j', async (id) => {
    history.replaceState(null, '', `/app/asistencia?atraso=${id}`)
    renderAttendance([anArrear()], 91.9)
    await screen.findByText('08-10-2026')
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
