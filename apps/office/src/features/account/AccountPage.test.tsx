import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice } from '../../testing/openOffice.tsx'

const factor = (
  kind: 'totp' | 'passkey',
  name: string,
): OfficeResponseOf<'listFactors'>['factors'][number] => ({
  id: (kind === 'totp' ? 'a' : 'b').repeat(32),
  kind,
  name,
  created_at: '2026-10-14T10:00:00.000Z',
  last_used_at: null,
})

test('the only factor stays; new recovery codes are shown once, after the second factor', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  office.respond('listFactors', { factors: [factor('totp', 'Mi celular')], recovery_codes_left: 3 })
  office.refuse('replaceRecoveryCodes', 403, officeMessages.confirmFirst, { reason: 'confirm' })
  office.respond('replaceRecoveryCodes', { success: true, codes: ['AAAA-1111'] })
  office.respond('confirm', { success: true, message: officeMessages.confirmed })
  openOffice('/colegios/1/cuenta')
  await screen.findByText('Quedan 3 de 10')
  expect(screen.queryByRole('button', { name: 'Quitar Mi celular' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Pedir otros' }))
  const confirmation = await screen.findByRole('dialog', { name: officeMessages.confirmFirst })
  await userEvent.type(within(confirmation).getByLabelText('Código de 6 cifras'), '123456')
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Confirmar' }))
  await screen.findByText('AAAA-1111')
})

test('one of two factors is removed', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  const both = [factor('totp', 'Mi celular'), factor('passkey', 'Equipo de la oficina')]
  office.respond('listFactors', { factors: both, recovery_codes_left: 10 })
  office.respond('listFactors', { factors: both.slice(0, 1), recovery_codes_left: 10 })
  office.respond('removeFactor', { success: true, message: officeMessages.factorRemoved })
  openOffice('/colegios/1/cuenta')
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar Equipo de la oficina' }))
  await screen.findByText(officeMessages.factorRemoved)
  expect(office.requestsOf('removeFactor')).toEqual([{ id: 'b'.repeat(32) }])
  await expect.poll(() => screen.queryByText('Equipo de la oficina')).toBeNull()
})

test('a password that is too short is refused before it is sent', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  office.respond('listFactors', { factors: [factor('totp', 'Mi celular')], recovery_codes_left: 10 })
  office.respond('changeStaffPassword', { success: true, message: officeMessages.passwordChanged })
  openOffice('/colegios/1/cuenta')
  await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'la de antes')
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'corta')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar la contraseña' }))
  await screen.findByText(officeMessages.passwordTooShort)
  await userEvent.type(screen.getByLabelText('Contraseña nueva'), ' y ahora larga')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar la contraseña' }))
  await screen.findByText(officeMessages.passwordChanged)
  expect(office.requestsOf('changeStaffPassword')).toEqual([
    { current_password: 'la de antes', new_password: 'corta y ahora larga' },
  ])
})
