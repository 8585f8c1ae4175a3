import type { CourseStudent } from '@apoderados/contract/office/people'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice } from '../../testing/openOffice.tsx'

const guardian: CourseStudent['guardians'][number] = {
  id: 31,
  name: 'Claudia Pérez Soto',
  phone: '+56900000001',
  parent_type: 'mother',
  other_type: null,
  has_access: true,
  is_invitable: false,
  is_elsewhere: false,
  invited_until: null,
}
const reached: CourseStudent = {
  id: 21,
  list_number: 1,
  name: 'Agustín Araya Pérez',
  rut: '40100002',
  rut_dv: 'K',
  guardians: [guardian],
  last_used_at: new Date().toISOString(),
  reach: 'phone',
}
const unreached: CourseStudent = {
  id: 22,
  list_number: 2,
  name: 'Benjamín Soto Valenzuela',
  rut: null,
  rut_dv: null,
  guardians: [{ ...guardian, id: 32, name: 'Daniela Valenzuela Tapia', is_invitable: true }],
  last_used_at: null,
  reach: 'nobody',
}
const courses = [
  { id: 1, name: 'Kínder B', students: 25, signed_in: 18 },
  { id: 2, name: '5° Básico A', students: 2, signed_in: 1 },
]
const totals = { students: 742, guardians: 1108, phone: 611, mail: 93, nobody: 38 }

function openCourse(role: 'secretary' | 'inspection' = 'secretary') {
  const office = fakeOffice()
  office.respond('getMe', meAs(role))
  const isRead = role === 'secretary'
  office.respond('listCourses', {
    courses: courses.map((course) => (isRead ? course : { ...course, signed_in: null })),
    totals: isRead ? totals : null,
  })
  const hidden = { rut: null, rut_dv: null, last_used_at: null, reach: null }
  const students = [reached, unreached]
  office.respond('getCourse', {
    id: 2,
    name: '5° Básico A',
    students: isRead ? students : students.map((student) => ({ ...student, ...hidden })),
  })
  openOffice('/colegios/1/personas?curso=2')
  return office
}

test('a course shows how each family is reached, and is filtered', async () => {
  openCourse()
  await screen.findByText(
    '742 estudiantes · 1.108 apoderados · 611 familias con celular, 93 solo correo, 38 nadie',
  )
  expect((await screen.findByRole('link', { name: /Kínder B/ })).textContent).toBe('Kínder B18/25')
  const row = (await screen.findByText('40.100.002-K')).closest('tr') as HTMLElement
  expect(within(row).getByText('Claudia Pérez Soto, madre')).toBeTruthy()
  expect(within(row).getByText('Celular')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Sin alcance 1'))
  await expect.poll(() => screen.queryByText('Agustín Araya Pérez')).toBeNull()
  expect(screen.getByText('Aún no')).toBeTruthy()
  expect(location.search).toBe('?curso=2&ver=sin-alcance')
})

test('Inspectoría sees names and phones alone', async () => {
  openCourse('inspection')
  await screen.findByText('Agustín Araya Pérez')
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['N°', 'Estudiante', 'Apoderados', 'Teléfono'])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the search begins with / and opens the sheet of who is found', async () => {
  const office = openCourse()
  office.respond('searchPeople', {
    students: [{ id: 21, name: 'Agustín Araya Pérez', rut: '40100002', rut_dv: 'K', course: '5° Básico A' }],
    guardians: [],
  })
  office.respond('searchPeople', { students: [], guardians: [] })
  office.refuse('getStudent', 404, 'No existe')
  await screen.findByText('Agustín Araya Pérez')
  await userEvent.keyboard('/araya')
  const found = await screen.findByRole('option', { name: /Agustín/ })
  expect(found.textContent).toBe('Agustín Araya Pérez5° Básico A · RUN 40.100.002-K')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('heading', { name: 'Esa persona no está en el colegio' })
  expect(location.pathname).toBe('/colegios/1/personas/21')
  await userEvent.keyboard('/nadie')
  await screen.findByText('Nadie con «nadie». Pruebe con el RUN.')
  expect(office.requestsOf('searchPeople').at(-1)).toEqual({ school_id: 1, text: 'nadie' })
})

test('those chosen are invited, if they have no password of their own', async () => {
  const office = openCourse()
  office.respond('inviteByMail', { success: true, message: 'La clave va en camino por correo.' })
  await userEvent.click(await screen.findByLabelText('Elegir a Benjamín Soto Valenzuela'))
  await userEvent.click(screen.getByRole('button', { name: 'Invitar al elegido' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Cartas para imprimir')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Preparar 1 carta' })).toBeTruthy()
  expect(dialog.getByLabelText('Daniela Valenzuela Tapia')).toBeTruthy()
  expect(dialog.queryByText('Claudia Pérez Soto')).toBeNull()
  await userEvent.click(dialog.getByLabelText('Correo'))
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar 1 correo' }))
  await screen.findByText('La clave va en camino por correo.')
  expect(office.requestsOf('inviteByMail')).toEqual([{ school_id: 1, parent_ids: [32], keeps_valid: false }])
})
