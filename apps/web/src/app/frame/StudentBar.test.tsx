import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { navigate } from '../../shared/router.tsx'
import { aProfile, aStudent, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

beforeEach(() => signedIn())

it('changes the student without leaving the page, and announces it', async () => {
  fakeApi().respond('getProfile', aProfile())
  openApp('/app/agenda')
  await heading('Agenda')
  const bar = screen.getByRole('button', { name: /Martina Sepúlveda 5° Básico A/ })
  await userEvent.click(bar)
  const dialog = await screen.findByRole('dialog', { name: 'Seleccionar estudiante' })
  await userEvent.click(within(dialog).getByRole('button', { name: /Tomás Sepúlveda/ }))
  screen.getByText('Datos de Tomás')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Tomás Sepúlveda'))
  expect([location.pathname, localStorage.getItem('selected_student')]).toEqual(['/app/agenda', '2'])
})

it.each([
  [/Martina Sepúlveda 5° Básico A/, 'Seleccionar estudiante', '/app/agenda'],
  [/^Novedades/, 'Novedades', '/app/agenda'],
  [/^Menú/, 'Menú', '/app/agenda'],
  [/^Mi cuenta/, 'Mi cuenta', '/app/configuraciones'],
])('closes by Back the dialog that %s opens', async (button, name, path) => {
  const api = fakeApi()
  api.respond('getProfile', aProfile())
  api.respond('getNews', { unread: 0, news: [] })
  openApp('/app/horario')
  await heading('Horario')
  act(() => navigate(path))
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog', { name })
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname).toBe(path)
})

it('closes the choice of a student when the page changes', async () => {
  fakeApi().respond('getProfile', aProfile())
  openApp('/app/agenda')
  await heading('Agenda')
  await userEvent.click(screen.getByRole('button', { name: /Martina Sepúlveda 5° Básico A/ }))
  await screen.findByRole('dialog', { name: 'Seleccionar estudiante' })
  act(() => navigate('/app/horario'))
  await heading('Horario')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => navigate('/app/agenda'))
  await heading('Agenda')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows full names of children with the same name', async () => {
  const ana = aStudent({ id: 3, name: 'Martina Ignacia' })
  fakeApi().respond('getProfile', { ...aProfile(), students: [aStudent(), ana, tomas] })
  openApp('/app/agenda')
  await heading('Agenda')
  await userEvent.click(await screen.findByRole('button', { name: /^Martina Antonia Sepúlveda Huenchul/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Seleccionar estudiante' })
  const names = within(dialog)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names.slice(1)).toEqual([
    expect.stringContaining('Martina Antonia Sepúlveda'),
    expect.stringContaining('Martina Ignacia Sepúlveda'),
    expect.stringContaining('Tomás Sepúlveda'),
  ])
})

it('reports on Inicio too that the choice of a student did not load, and opens it at the next try', async () => {
  fakeApi().respond('getProfile', aProfile())
  vi.doMock('./SelectStudentSheet.tsx', () => {
    throw new Error('no line')
  })
  onTestFinished(() => void vi.doUnmock('./SelectStudentSheet.tsx'))
  openApp('/app/inicio')
  await heading('Hola, Carolina')
  const bar = screen.getByRole('button', { name: /Martina Sepúlveda 5° Básico A/ })
  await userEvent.click(bar)
  expect((await screen.findByRole('alert')).textContent).toBe('No se pudo abrir. Revisa tu conexión.')
  vi.doUnmock('./SelectStudentSheet.tsx')
  await userEvent.click(bar)
  await screen.findByRole('dialog', { name: 'Seleccionar estudiante' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says in the choice of a student that the facts of the children did not load, and retries', async () => {
  const server = fakeApi()
  server.respond('getProfile', aProfile())
  server.refuse('getFamilyOverview', 500, 'Error en el servicio')
  server.respond('getFamilyOverview', { students: [], events: [] })
  openApp('/app/agenda')
  await heading('Agenda')
  await userEvent.click(screen.getByRole('button', { name: /Martina Sepúlveda 5° Básico A/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Seleccionar estudiante' }))
  await dialog.findByText('No se pudo cargar')
  dialog.getByText('Error en el servicio')
  expect(dialog.queryByText('Sin eventos hoy ni mañana')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(dialog.queryByText('No se pudo cargar')).toBeNull())
})

it('has no button for an only child', async () => {
  const profile = aProfile({ students: [aStudent()] })
  signedIn(profile)
  fakeApi().respond('getProfile', profile)
  openApp('/app/agenda')
  await heading('Agenda')
  screen.getByText('Martina Sepúlveda')
  expect(screen.queryByRole('button', { name: /Martina/ })).toBeNull()
})
