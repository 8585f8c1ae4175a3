import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { daysOf2026 } from '../../testing/data/calendarDays.ts'
import { aProfile, aStudent } from '../../testing/data/people.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

beforeEach(() => queryClient.clear())

function openHome(profile = aProfile()) {
  signedIn(profile)
  fakeApi().respond('getProfile', profile)
  openApp('/app/inicio')
  return heading('Hola, Carolina')
}

it('chooses a child on Inicio of a desktop, and keeps page and focus', async () => {
  simulateDesktop()
  await openHome()
  const strip = within(await screen.findByRole('region', { name: 'Estudiantes' }))
  await userEvent.click(strip.getByRole('button', { name: /Tomás/ }))
  await screen.findAllByText('Tomás Ignacio Sepúlveda Huenchul')
  const chosen = within(screen.getByRole('region', { name: 'Estudiantes' })).getByRole('button', {
    name: /Tomás/,
    current: true,
  })
  expect([location.pathname, document.activeElement]).toEqual(['/app/inicio', chosen])
})

it('has one notice on the page when its facts did not load', async () => {
  simulateDesktop()
  signedIn()
  const server = fakeApi()
  server.respond('getProfile', aProfile())
  server.respond('getCalendarDays', daysOf2026())
  server.respond('getCalendar', { employee_schedules: {} })
  server.respond('getSubPeriods', [])
  server.respond('getArrears', { arrears: [], attendance_percentage: 91.89 })
  server.respond('getUpcomingEvents', [])
  server.refuse('getFamilyOverview', 500, 'Error en el servicio')
  openApp('/app/inicio')
  await screen.findByText('No se pudo actualizar')
  screen.getByText('Error en el servicio')
})

it('is not there for an only child', async () => {
  simulateDesktop()
  await openHome(aProfile({ students: [aStudent()] }))
  expect(screen.queryByRole('region', { name: 'Estudiantes' })).toBeNull()
})

it('is not there on a phone', async () => {
  await openHome()
  expect(screen.queryByRole('region', { name: 'Estudiantes' })).toBeNull()
})
