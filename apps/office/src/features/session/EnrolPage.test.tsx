import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, respondQuietToday } from '../../testing/openOffice.tsx'

test('an invited person chooses a password, registers an app of codes and keeps the recovery codes', async () => {
  const office = fakeOffice()
  const invited = { name: 'Marisol Toledo', email: 'secretaria@example.com', schools: ['Colegio Los Aromos'] }
  office.respond('getEnrolment', invited)
  office.respond('startEnrolmentTotp', { secret: 'ABCDEFGH', uri: 'otpauth://totp/a?secret=ABCDEFGH' })
  office.respond('enrol', { success: true, codes: ['AAAA-1111', 'BBBB-2222'] })
  office.respond('getMe', meAs('secretary'))
  respondQuietToday(office)
  openOffice('/registro#the-secret')

  await userEvent.type(await screen.findByLabelText('Contraseña'), 'corta')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await screen.findByText(officeMessages.passwordTooShort)
  await userEvent.type(screen.getByLabelText('Contraseña'), ' pero ahora larga')
  await userEvent.type(screen.getByLabelText('Repita la contraseña'), 'corta pero ahora larga')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Usar una aplicación de códigos' }))
  await screen.findByText('ABCD EFGH')
  await userEvent.type(screen.getByLabelText('Código de 6 cifras'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar' }))
  await screen.findByText('AAAA-1111')
  expect(office.requestsOf('enrol')).toEqual([
    {
      invitation: 'the-secret',
      password: 'corta pero ahora larga',
      factor_name: 'Aplicación de códigos',
      code: '123456',
    },
  ])

  expect(screen.getByRole('button', { name: 'Continuar' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('Ya los guardé'))
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await screen.findByRole('heading', { level: 1, name: /^Buen/ })
})

test('a link that no longer works says so', async () => {
  const office = fakeOffice()
  office.refuse('getEnrolment', 400, officeMessages.invitationInvalid)
  openOffice('/registro#old')
  expect((await screen.findByRole('alert')).textContent).toContain(officeMessages.invitationInvalid)
})
