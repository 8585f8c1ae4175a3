import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi } from '../../testing/fakeApi.ts'
import { RecoveryPage } from './RecoveryPage.tsx'

const emailField = () => screen.getByLabelText('Correo electrónico')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
const codeSentResponse = { success: true, message: 'Te enviamos un código.' }

beforeEach(() => {
  history.replaceState(null, '', '/auth/recuperar_contraseña')
  render(<RecoveryPage />)
})

it('has a title and a link to the sign-in', () => {
  screen.getByRole('heading', { level: 1, name: 'Recuperar contraseña' })
  const back = screen.getByRole('link', { name: 'Volver a iniciar sesión' })
  expect(back.getAttribute('href')).toBe('/login')
  expect(document.title).toBe('Recuperar contraseña · Apoderados')
})

it('shows the error of the e-mail, and updates it with each input after the submit', async () => {
  await submit()
  screen.getByText('El correo electrónico es requerido')
  await waitFor(() => expect(document.activeElement).toBe(emailField()))
  await userEvent.type(emailField(), 'apoderada')
  screen.getByText('Ingresa un correo electrónico válido')
  await userEvent.type(emailField(), '@example.com')
  expect(screen.queryByText('Ingresa un correo electrónico válido')).toBeNull()
})

it('opens the next page at once, with the sent e-mail', async () => {
  const api = fakeApi()
  api.respond('requestRecovery', codeSentResponse)
  await userEvent.type(emailField(), ' Ana+Colegio@Example.com ')
  await submit()
  expect(api.received).toEqual([
    { name: 'requestRecovery', request: { email: 'ana+colegio@example.com' }, token: null },
  ])
  expect(decodeURI(location.pathname)).toBe('/auth/cambiar_contraseña')
  expect(new URLSearchParams(location.search).get('email')).toBe('ana+colegio@example.com')
  expect(history.state).toBeNull()
})

describe('a failure', () => {
  type Api = ReturnType<typeof fakeApi>
  const LIMITED = 'Demasiados intentos. Intenta de nuevo en 40 segundos.'
  it.each<[string, (api: Api) => void, string]>([
    ['in the server’s words', (api) => api.refuse('requestRecovery', 400, 'No se pudo'), 'No se pudo'],
    ['that says when to try again', (api) => api.refuse('requestRecovery', 429, LIMITED), LIMITED],
    ['at 200', (api) => api.refuse('requestRecovery', 200, 'No se pudo'), 'No se pudo'],
    ['without words', (api) => api.refuse('requestRecovery', 500), 'Error al procesar la solicitud'],
    ['of the line', (api) => api.breakLine('requestRecovery'), 'Error al procesar la solicitud'],
  ])('%s is shown, and the form keeps its input', async (kind, prepare, message) => {
    prepare(fakeApi())
    await userEvent.type(emailField(), 'ana@example.com')
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(emailField()).toHaveProperty('value', 'ana@example.com')
    expect(screen.queryAllByText(/^Necesitas conexión/)).toHaveLength(kind === 'of the line' ? 1 : 0)
    expect(decodeURI(location.pathname)).toBe('/auth/recuperar_contraseña')
  })
})
