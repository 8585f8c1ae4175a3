import type { Arrear } from '@apoderados/contract/attendance'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../testing/fakeApi.ts'
import { aStudent } from '../../testing/people.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { AttendancePage } from './AttendancePage.tsx'

const late = (changes: Partial<Arrear> = {}): Arrear => ({
  id: 1,
  date_late: '2026-10-08T11:17:00Z',
  status: 'pending',
  observation: 'Locomoción: retraso del Metro línea 4.',
  ...changes,
})

function show(arrears: Arrear[], attendance_percentage: number | null) {
  const server = fakeApi()
  server.answer('getArrears', { arrears, attendance_percentage })
  signedIn()
  render(<AttendancePage student={aStudent()} />)
  return server
}

const openFirst = async (name = /8 de octubre/) =>
  userEvent.click(await screen.findByRole('button', { name }))
const facts = () =>
  within(screen.getByRole('dialog', { name: 'Atraso' }))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the percentage', () => {
  it.each([
    [91.891891, '91,9%', 'Supera el mínimo de 85% para la promoción.'],
    [85, '85,0%', 'Cumple el mínimo de 85% para la promoción.'],
    [84.96, '85,0%', 'Está bajo el mínimo de 85% para la promoción.'],
    [100, '100,0%', 'Supera el mínimo de 85% para la promoción.'],
    [0, '0,0%', 'Está bajo el mínimo de 85% para la promoción.'],
  ])('%d reads %s', async (percentage, figure, verdict) => {
    show([], percentage)
    await screen.findByText(verdict)
    const meter = screen.getByRole('meter', { name: 'Porcentaje de asistencia' })
    expect(meter.getAttribute('aria-valuetext')).toBe(figure)
    screen.getByText((_, element) => element?.textContent === figure && element.tagName === 'SPAN')
    expect(screen.queryAllByText('Bajo el mínimo de 85%')).toHaveLength(percentage < 85 ? 1 : 0)
  })

  it('is a dash before the first class day', async () => {
    show([], null)
    await screen.findByText('Aún no hay días de clases registrados.')
    screen.getByText('—')
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Sin datos')
    expect(screen.queryByText('%')).toBeNull()
  })
})

describe('the late arrivals', () => {
  it('are listed by date, with what became of each', async () => {
    show(
      [
        late(),
        late({ id: 2, date_late: '2026-09-22T12:09:00Z', status: 'justified' }),
        late({ id: 3, date_late: '2026-08-17T12:24:00Z', status: 'rejected' }),
        late({ id: 4, date_late: '2026-06-05T12:06:00Z', status: 'created' }),
      ],
      91.9,
    )
    const section = within(await screen.findByRole('region', { name: 'Atrasos' }))
    section.getByText('4 este año')
    expect(section.getAllByRole('button').map((row) => row.textContent)).toEqual([
      '8 de octubre Jueves, 08:17Pendiente',
      '22 de septiembre Martes, 09:09Justificado',
      '17 de agosto Lunes, 08:24Rechazado',
      '5 de junio Viernes, 08:06Registrado',
    ])
  })

  it('open with date and time, status and observation', async () => {
    show([late()], 91.9)
    await openFirst()
    expect(facts()).toEqual([
      'Fecha y hora: 08-10-2026 08:17',
      'Estado: Pendiente',
      'Observación: Locomoción: retraso del Metro línea 4.',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('show a dash without an observation, and a status of a newer server as it came', async () => {
    show([late({ status: 'en_revision', observation: null })], 91.9)
    await openFirst(/en_revision/)
    expect(facts().slice(1)).toEqual(['Estado: en_revision', 'Observación: —'])
  })

  it('show markup and line breaks as they were written', async () => {
    const text = `<b>tarde</b>\n${'x'.repeat(4000)}`
    show([late({ observation: text })], 91.9)
    await openFirst()
    expect(screen.getByRole('dialog').querySelector('.fact-text')?.textContent).toBe(text)
    expect(screen.getByRole('dialog').querySelector('b')).toBeNull()
  })

  it('none are an empty section', async () => {
    show([], 100)
    const section = within(await screen.findByRole('region', { name: 'Atrasos' }))
    section.getByText('Sin Elementos.')
    expect(section.queryByText(/este año/)).toBeNull()
  })
})

describe('the page', () => {
  it('says that it is loading, then that it failed, and loads on demand', async () => {
    const server = fakeApi()
    server.refuse('getArrears', 500)
    server.answer('getArrears', { arrears: [late()], attendance_percentage: 91.9 })
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    screen.getByText('Cargando')
    await screen.findByText('No se pudo cargar')
    await screen.findByText('Sin Elementos.')
    expect(screen.queryByText('Aún no hay días de clases registrados.')).toBeNull() // nobody knows
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('8 de octubre')
    await waitFor(() => expect(screen.queryByText('No se pudo cargar')).toBeNull())
  })

  it('keeps what it shows when a refresh fails', async () => {
    const server = fakeApi()
    server.answer('getArrears', { arrears: [late()], attendance_percentage: 91.9 })
    server.refuse('getArrears', 500)
    signedIn()
    render(<AttendancePage student={aStudent()} />)
    await screen.findByText('8 de octubre')
    await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    await screen.findByText('No se pudo actualizar')
    screen.getByText('8 de octubre')
  })
})

describe('the address', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Atraso' })

  it('opens the late arrival that it names', async () => {
    history.replaceState(null, '', '/app/asistencia?atraso=2')
    show([late(), late({ id: 2, date_late: '2026-09-22T12:09:00Z' })], 91.9)
    await dialog()
    expect(facts()[0]).toBe('Fecha y hora: 22-09-2026 09:09')
  })

  it.each(['9', '', '1x', '01'])('loses the id %j, which is of none of them', async (id) => {
    history.replaceState(null, '', `/app/asistencia?atraso=${id}`)
    show([late()], 91.9)
    await screen.findByText('8 de octubre')
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
