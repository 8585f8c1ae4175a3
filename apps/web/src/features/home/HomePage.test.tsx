import type { Student } from '@apoderados/contract/profile'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refreshProfile } from '../../shared/api/profileQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { daysOf2026 } from '../../testing/data/calendarDays.ts'
import { aProfile, aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { HomePage } from './HomePage.tsx'

let server: ReturnType<typeof fakeApi>

beforeEach(() => {
  queryClient.clear()
  server = fakeApi()
  server.respond('getCalendar', { employee_schedules: {} })
  server.respond('getCalendarDays', daysOf2026())
  server.respond('getSubPeriods', [])
  server.respond('getArrears', { arrears: [], attendance_percentage: 91.89 })
  server.respond('getUpcomingEvents', [])
})

function renderHome(student: Student = aStudent()) {
  signedIn()
  return render(<HomePage student={student} />)
}

/** The data of the page as 'label: value'. */
const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the data of the student', () => {
  it('is complete', () => {
    renderHome(aStudent({ social_name: 'Marti' }))
    expect(rows()).toEqual([
      'Nombre completo: Martina Antonia Sepúlveda Huenchul',
      'Nombre social: Marti',
      'RUT: 40.100.001-1',
      'Fecha de nacimiento: 17-05-2015',
      'Género: Femenino',
      'Curso: 5° Básico A',
      'Año: 2026',
      'Establecimiento: Colegio Los Aromos',
      'RBD: 90002-8',
      'Dirección: Av. Los Aromos 2150, La Florida',
      'Teléfono: +56 2 0000 0101',
      'Tipo de apoderado: Madre',
      'Otro tipo: —',
      'Apoderado económico: Sí',
    ])
  })

  it('omits optional fields and shows a dash for missing ones', () => {
    renderHome(
      aStudent({
        second_last_name: null,
        rut: null,
        rut_dv: null,
        birthday: null,
        gender: null,
        enrollment: null,
        establishment: null,
        student_parent: null,
      }),
    )
    expect(rows()).toEqual([
      'Nombre completo: Martina Antonia Sepúlveda',
      'RUT: —',
      'Fecha de nacimiento: —',
      'Curso: —',
      'Año: —',
      'Establecimiento: —',
      'RBD: —',
      'Dirección: —',
      'Tipo de apoderado: —',
      'Otro tipo: —',
      'Apoderado económico: —',
    ])
  })

  it('labels an IPE as IPE', () => {
    renderHome(aStudent({ rut: '199000001', rut_dv: '4' }))
    expect(rows()).toContain('IPE: 199.000.001-4')
  })
})

it('greets the parent with today’s date at school', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T02:00:00Z') })
  renderHome()
  screen.getByRole('heading', { level: 1, name: 'Hola, Carolina' })
  screen.getByText('Miércoles 4 de marzo', { exact: false })
  vi.useRealTimers()
})

it('links to the certificates', () => {
  renderHome()
  expect(screen.getByRole('link', { name: 'Reportes y certificados' }).getAttribute('href')).toBe(
    '/app/reportes',
  )
})

it('shows the photo, and the initials when it does not load', () => {
  const enrollment = aStudent().enrollment
  if (!enrollment) throw new Error('a student is enrolled')
  const link = '/api/v1/mobile/parent/photos/1'
  const { container } = renderHome(aStudent({ enrollment: { ...enrollment, profile_image: link } }))
  const photo = container.querySelector('img')
  expect(photo?.getAttribute('src')).toBe(link)
  if (photo) fireEvent.error(photo)
  expect(container.querySelector('img')).toBeNull()
  screen.getByText('MS')
})

describe('the card of today', () => {
  it('comes first', async () => {
    renderHome()
    const card = await screen.findByRole('region', { name: 'Hoy' })
    const studentCard = screen.getByRole('region', { name: 'Datos del estudiante' })
    expect(card.compareDocumentPosition(studentCard)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await screen.findByText('91,9')
  })

  it('is refreshed with the page', async () => {
    server.respond('getProfile', aProfile())
    renderHome()
    await screen.findByText('91,9')
    fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
    await waitFor(() => expect(server.count('getArrears')).toBe(2))
    expect(server.count('getProfile')).toBe(1)
  })

  it.each(['getProfile', 'getArrears'] as const)(
    'stays, and the page says so, when %s cannot be refreshed',
    async (name) => {
      if (name !== 'getProfile') server.respond('getProfile', aProfile())
      server.refuse(name, 500) // the figure's refetch fails
      renderHome()
      await screen.findByText('91,9')
      fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
      await screen.findByText('No se pudo actualizar')
      screen.getByText('91,9')
    },
  )

  it('makes the page’s age that of its oldest figure', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date('2026-03-04T11:00:00Z') })
    server.respond('getProfile', aProfile())
    renderHome()
    await screen.findByText('91,9')
    vi.setSystemTime(new Date('2026-03-04T14:00:00Z'))
    await act(() => refreshProfile())
    act(() => void vi.advanceTimersByTime(60_000))
    screen.getByText('Actualizado hace 3 h')
    vi.useRealTimers()
  })

  it('sends no call for a student who is not enrolled', async () => {
    renderHome(aStudent({ enrollment: null }))
    // Requests without `student_id` do not count: a sign-out that an earlier test has started may send them.
    expect(server.received.filter(({ request }) => 'student_id' in Object(request))).toEqual([])
  })
})
