import type { Student, StudentGuardian } from '@apoderados/contract/office/people'
import { screen, within } from '@testing-library/react'
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
  expect(mother.getByText('Madre · Apoderada titular · apoderado económico')).toBeTruthy()
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
