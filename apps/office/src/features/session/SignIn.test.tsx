import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { noteSessionEnd } from '../../shared/session.ts'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, staffMember } from '../../testing/openOffice.tsx'

async function fillPassword() {
  await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'Secretaria@example.com')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase larga')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
}

test('password and code lead to the page that was asked for', async () => {
  const office = fakeOffice()
  office.refuse('getMe', 401, officeMessages.sessionEnded)
  office.respond('signIn', { success: true, factors: { totp: true, passkey: false } })
  office.refuse('proveFactor', 400, officeMessages.wrongCode)
  office.respond('proveFactor', meAs('secretary'))
  office.respond('getRegister', { lines: [], total: 0 })
  openOffice('/colegios/1/registro')

  await fillPassword()
  expect(office.requestsOf('signIn')).toEqual([
    { email: 'secretaria@example.com', password: 'una frase larga' },
  ])
  const code = await screen.findByLabelText('Código de 6 cifras')
  expect(screen.queryByRole('button', { name: 'Usar llave de acceso' })).toBeNull()
  await userEvent.type(code, '000 000')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect((await screen.findByRole('alert')).textContent).toContain(officeMessages.wrongCode)

  await userEvent.clear(code)
  await userEvent.type(code, '123 456')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  await screen.findByRole('heading', { level: 1, name: 'Registro' })
  expect(office.requestsOf('proveFactor').at(-1)).toEqual({ code: '123456' })
})

test('a recovery code replaces the second factor', async () => {
  const office = fakeOffice()
  office.refuse('getMe', 401, officeMessages.sessionEnded)
  office.respond('signIn', { success: true, factors: { totp: true, passkey: true } })
  office.refuse('proveFactor', 400, officeMessages.wrongRecoveryCode)
  openOffice('/ingreso')
  await fillPassword()
  await screen.findByRole('button', { name: 'Usar llave de acceso' })
  await userEvent.click(screen.getByRole('button', { name: 'Usar un código de respaldo' }))
  await userEvent.type(screen.getByLabelText('Código de respaldo'), 'ABCD-EFGH')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect((await screen.findByRole('alert')).textContent).toContain(officeMessages.wrongRecoveryCode)
  expect(office.requestsOf('proveFactor')).toEqual([{ recovery_code: 'ABCD-EFGH' }])
})

test('the sign-in after the end of a session covers the page, which keeps what was written', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('listStaff', { staff: [staffMember({})] })
  office.respond('signIn', { success: true, factors: { totp: true, passkey: false } })
  office.respond('proveFactor', meAs('direction'))
  openOffice('/colegios/1/ajustes')
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar' }))
  await userEvent.type(await screen.findByLabelText('Nombre y apellidos'), 'Ana Soto')

  noteSessionEnd()
  await screen.findByText('Su sesión terminó. Lo que escribió sigue en la página.')
  await userEvent.type(screen.getAllByLabelText('Correo electrónico').at(-1) as HTMLElement, 'a@example.com')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'una frase larga')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await userEvent.type(await screen.findByLabelText('Código de 6 cifras'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre y apellidos')).value).toBe('Ana Soto')
})
