import type { Student, StudentGuardian } from '@apoderados/contract/office/people'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice } from '../../testing/openOffice.tsx'

const account: NonNullable<StudentGuardian['account']> = {
  rut: '12345678',
  rut_dv: '5',
  foreign_document: null,
  email: 'paola.huenchul@example.com',
  permission: 'Apoderada titular',
  financial_proxy: true,
  is_legal_representative: true,
  has_access: true,
  block: null,
  is_active: true,
  has_password: true,
  invited_until: null,
  last_used_at: null,
  reach: 'phone',
  devices: 2,
  shares_phone: true,
  shares_email: false,
  is_elsewhere: false,
  other_students: [{ id: 9, name: 'Tomás Sepúlveda', course: '2° Medio B' }],
}
const paola: StudentGuardian = {
  id: 31,
  name: 'Paola',
  last_name: 'Huenchul Araya',
  parent_type: 'mother',
  other_type: null,
  phone: '+56900000001',
  account,
}
const jorge: StudentGuardian = {
  ...paola,
  id: 32,
  name: 'Jorge',
  last_name: 'Sepúlveda Tapia',
  parent_type: 'father',
  account: {
    ...account,
    email: 'jorge.sepulveda@example.com',
    has_access: false,
    block: { reason: 'Rol C-123-2026.', at: '2026-08-03T15:00:00Z', by: 'Gloria Venegas Riffo' },
    other_students: [],
  },
}
const martina: Student = {
  id: 8,
  name: 'Martina Antonia',
  last_name: 'Sepúlveda',
  second_last_name: 'Huenchul',
  course: { id: 2, name: '5° Básico A', list_number: 8, enrolled_on: '2026-03-04' },
  guardians: [paola, jorge],
  record: { rut: '40100001', rut_dv: '1', birthday: '2015-05-17', gender: 'Femenino', shares_photo: false },
  social_name: null,
  movements: [],
}

function openSheet(role: 'direction' | 'secretary' | 'inspection', student: Partial<Student> = {}) {
  const office = fakeOffice()
  office.respond('getMe', meAs(role))
  office.respond('getStudent', { ...martina, ...student })
  openOffice('/colegios/1/personas/8')
  return office
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('the sheet shows record, permissions, guardians and who closed an access', async () => {
  openSheet('direction')
  await screen.findByRole('heading', { level: 1, name: 'Martina Antonia Sepúlveda Huenchul' })
  expect(screen.getByText('N° de lista 8 · RUN 40.100.001-1')).toBeTruthy()
  expect(screen.getByText('17-05-2015')).toBeTruthy()
  const mother = await card('Paola Huenchul Araya')
  expect(
    mother.getByText('Madre · Apoderada titular · apoderado económico · representante legal'),
  ).toBeTruthy()
  expect(mother.getByText('Celular, 2 dispositivos')).toBeTruthy()
  expect(mother.getByText('Tomás Sepúlveda, 2° Medio B')).toBeTruthy()
  const father = await card('Jorge Sepúlveda Tapia')
  expect(father.getByText('Acceso bloqueado desde el 3 de agosto')).toBeTruthy()
  expect(father.getByText('Rol C-123-2026. Lo registró Gloria Venegas Riffo.')).toBeTruthy()
  const consents = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(consents).toEqual(
    expect.arrayContaining(['Foto al cursoNo', 'Teléfono de PaolaSí', 'Correo de PaolaNo']),
  )
})

test('Inspectoría sees names and phones alone', async () => {
  openSheet('inspection', { record: null, guardians: [{ ...paola, account: null }] })
  const mother = await card('Paola Huenchul Araya')
  expect(mother.getByText('+56900000001')).toBeTruthy()
  expect(mother.queryAllByRole('button')).toEqual([])
  expect(screen.queryByText('Autorizaciones')).toBeNull()
})

const confirmation = { success: true, message: 'Listo' }

test('an e-mail that somebody else corrected meanwhile is shown beside the own one', async () => {
  const office = openSheet('secretary')
  const at = '2026-10-14T13:47:00Z'
  office.refuse('correctEmail', 409, 'Otra persona lo cambió antes', {
    conflict: { by: 'Hernán Poblete', at, current: { email: 'paola@example.com' } },
  })
  office.respond('correctEmail', confirmation)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Corregir correo de Paola Huenchul Araya' }),
  )
  const field = await screen.findByLabelText('Correo con que ingresa')
  await userEvent.clear(field)
  await userEvent.type(field, 'paola.h@example.com')
  expect(screen.getByText(/^El correo anterior recibe un aviso/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Corregir correo' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Hernán Poblete cambió esto a las 10:47')).toBeTruthy()
  expect(alert.getByText('paola@example.com')).toBeTruthy()
  expect(alert.getByText('paola.h@example.com')).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'Guardar lo mío' }))
  await screen.findByText('Listo')
  const sent = { school_id: 1, parent_id: 31, email: 'paola.h@example.com' }
  expect(office.requestsOf('correctEmail')).toEqual([
    { ...sent, before: 'paola.huenchul@example.com' },
    { ...sent, before: 'paola@example.com' },
  ])
})

test('Dirección blocks an access with its reason; Secretaría cannot', async () => {
  const office = openSheet('direction')
  office.respond('blockAccess', confirmation)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Bloquear acceso de Paola Huenchul Araya' }),
  )
  const verb = await screen.findByRole<HTMLButtonElement>('button', { name: 'Bloquear acceso' })
  expect(verb.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Motivo'), 'Rol C-1')
  await userEvent.click(screen.getByLabelText('También a Tomás Sepúlveda'))
  await userEvent.click(verb)
  await expect
    .poll(() => office.requestsOf('blockAccess'))
    .toEqual([{ school_id: 1, student_id: 8, parent_id: 31, reason: 'Rol C-1', all: true }])
})

test('Secretaría may neither block nor restore, and changes no account of another school', async () => {
  openSheet('secretary', {
    guardians: [{ ...paola, account: { ...account, is_elsewhere: true } }, jorge],
  })
  const mother = await card('Paola Huenchul Araya')
  const names = mother.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Más acciones de Paola Huenchul Araya'])
  const father = await card('Jorge Sepúlveda Tapia')
  expect(father.queryByRole('button', { name: /Restablecer/ })).toBeNull()
})

test('a guardian with an account at the school is found by RUN and only linked', async () => {
  const office = openSheet('secretary')
  const students = [{ id: 9, name: 'Tomás Sepúlveda', course: '2° Medio B' }]
  office.respond('searchPeople', { students: [], guardians: [{ id: 40, name: 'Rosa Araya', students }] })
  office.respond('addGuardian', confirmation)
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar apoderado' }))
  await userEvent.type(await screen.findByLabelText('Número'), '12.345.678-5')
  await screen.findByText('Rosa Araya')
  expect(screen.queryByLabelText('Apellidos')).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar apoderado' }))
  await expect
    .poll(() => office.requestsOf('addGuardian'))
    .toMatchObject([{ student_id: 8, document: '12.345.678-5', parent_type: 'mother', person: null }])
})

test('Dirección erases a student after typing the name', async () => {
  const office = openSheet('direction')
  office.respond('eraseStudent', confirmation)
  office.respond('listCourses', { courses: [], totals: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Más acciones del estudiante' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Borrar para siempre' }))
  const verb = await screen.findByRole<HTMLButtonElement>('button', { name: 'Borrar para siempre' })
  expect(verb.disabled).toBe(true)
  const typed_name = 'Martina Antonia Sepúlveda Huenchul'
  await userEvent.type(screen.getByLabelText('Escriba el nombre completo'), typed_name)
  await userEvent.click(screen.getByLabelText('También si tiene matrícula vigente'))
  await userEvent.click(verb)
  await expect
    .poll(() => office.requestsOf('eraseStudent'))
    .toEqual([{ school_id: 1, student_id: 8, typed_name, still_enrolled: true }])
})

test('Secretaría neither erases a student nor takes a family’s data', async () => {
  openSheet('secretary')
  await userEvent.click(await screen.findByRole('button', { name: 'Más acciones de Paola Huenchul Araya' }))
  await screen.findByRole('menuitem', { name: 'Quitar vínculo' })
  expect(screen.queryByRole('menuitem', { name: 'Descargar sus datos' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Más acciones del estudiante' })).toBeNull()
})
