import type { RegisterLine } from '@apoderados/contract/office/register'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, staffMember } from '../../testing/openOffice.tsx'

const line: RegisterLine = {
  id: 1,
  at: '2026-10-14T13:20:12.000Z',
  action: 'staff_role_changed',
  staff: { id: 7, name: 'Gloria Venegas' },
  member: { id: 8, name: 'Manuel Orellana' },
  student: null,
  guardian: null,
  detail: { before: 'inspection', after: 'secretary' },
  address: '192.0.2.7',
}

test('the filters are in the address, and a line opens its values before and after', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('listStaff', { staff: [staffMember({})] })
  office.respond('getRegister', { lines: [line], total: 250 })
  const martina = { id: 31, name: 'Martina Sepúlveda', course: '5° Básico A', rut: null, rut_dv: null }
  office.respond('searchPeople', { students: [martina], guardians: [] })
  openOffice('/colegios/1/registro?accion=staff_role_changed&desde=2026-10-01&hasta=2026-10-31')

  await screen.findByText('250 movimientos')
  expect(office.requestsOf('getRegister').at(-1)).toMatchObject({
    action: 'staff_role_changed',
    from: '2026-10-01',
    to: '2026-10-31',
  })
  await userEvent.click(screen.getByRole('button', { name: /^Detalle: Cambió un rol/ }))
  expect(screen.getByText('Después').nextSibling?.textContent).toBe('Secretaría')

  await userEvent.click(screen.getByRole('button', { name: '3' }))
  await expect.poll(() => office.requestsOf('getRegister').at(-1)?.page).toBe(3)
  await userEvent.click(screen.getByRole('combobox', { name: 'Persona' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Manuel Orellana Cea' }))
  await expect.poll(() => office.requestsOf('getRegister').at(-1)?.staff_id).toBe(8)
  await userEvent.type(screen.getByRole('combobox', { name: 'Estudiante' }), 'martina')
  await userEvent.click(await screen.findByRole('option', { name: 'Martina Sepúlveda' }))
  await expect.poll(() => office.requestsOf('getRegister').at(-1)?.student_id).toBe(31)
  expect(office.requestsOf('searchPeople').at(-1)).toEqual({ school_id: 1, text: 'martina' })
  expect(location.search).toContain('estudiante=31')
  expect(office.requestsOf('getRegister').at(-1)?.page).toBeUndefined()
  expect(location.search).toContain('quien=8')
})

test('a failed refresh keeps the lines and says from when they are', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  office.breakLine('getRegister')
  office.breakLine('getRegister')
  office.respond('getRegister', { lines: [line], total: 1 })
  openOffice('/colegios/1/registro')
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cargar')
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('1 movimiento')
  expect(screen.queryByRole('combobox', { name: 'Persona' })).toBeNull() // reads only their own acts
})
