import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeApi } from '../testing/fakeApi.ts'
import { App } from './App.tsx'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

it('confirms a recovered password in green at the sign-in', async () => {
  const api = fakeApi()
  api.answer('requestRecovery', { success: true, message: 'Te enviamos un código.' })
  api.answer('confirmRecovery', { success: true, message: 'Tu contraseña cambió.' })
  history.replaceState(null, '', '/login')
  render(<App />)
  await userEvent.click(await screen.findByRole('link', { name: '¿Olvidaste tu contraseña?' }))
  await heading('Recuperar contraseña')
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  await heading('Cambiar contraseña')
  await userEvent.type(screen.getByLabelText('Código de recuperación'), '7K2M-9QXW-4HB3T')
  await userEvent.type(screen.getByLabelText('Nueva contraseña'), 'Luna verde 27')
  await userEvent.type(screen.getByLabelText('Confirmar contraseña'), 'Luna verde 27')
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }))
  await heading('Ingresa a tu cuenta')
  expect((await screen.findByText('Tu contraseña cambió.')).closest('[role=status]')).not.toBeNull()
  expect(location.search).toBe('')
})
