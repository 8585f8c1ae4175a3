import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signInPassword } from '../../shared/session/signInPassword.ts'
import { getSession } from '../../shared/session/store.ts'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { LoginPage } from './LoginPage.tsx'

const emailField = () => screen.getByLabelText('Correo electrónico')
const passwordField = () => screen.getByLabelText('Contraseña')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))

async function signIn() {
  await userEvent.type(emailField(), ' Apoderada@Example.com ')
  await userEvent.type(passwordField(), 'demo1234')
  await submit()
}

beforeEach(() => {
  render(<LoginPage />)
})

describe('the fields', () => {
  it('show no errors before the first submit, which focuses the first invalid field', async () => {
    await userEvent.type(emailField(), 'x')
    await userEvent.clear(emailField())
    expect(screen.queryByText('El correo electrónico es requerido')).toBeNull()
    await submit()
    screen.getByText('El correo electrónico es requerido')
    screen.getByText('La contraseña es requerida')
    await waitFor(() => expect(document.activeElement).toBe(emailField()))
    expect(emailField().getAttribute('aria-invalid')).toBe('true')
  })

  it('update their errors with each input after the submit', async () => {
    await submit()
    await userEvent.type(emailField(), 'apoderada')
    screen.getByText('Ingresa un correo electrónico válido')
    await userEvent.type(emailField(), '@example.com')
    expect(screen.queryByText('Ingresa un correo electrónico válido')).toBeNull()
    await submit()
    await waitFor(() => expect(document.activeElement).toBe(passwordField()))
  })

  it('can show the password', async () => {
    await userEvent.type(passwordField(), 'demo1234')
    expect(passwordField().getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar' }))
    expect(passwordField().getAttribute('type')).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar' }))
    expect(passwordField().getAttribute('type')).toBe('password')
  })
})

describe('signing in', () => {
  it('sends the e-mail trimmed and in lower case, and stores the session', async () => {
    const api = fakeApi()
    api.respond('login', { success: true, jwt: 'token', parent: aProfile(), message: 'Sesión iniciada' })
    await signIn()
    expect(api.received).toEqual([
      { name: 'login', request: { email: 'apoderada@example.com', password: 'demo1234' }, token: null },
    ])
    expect(getSession()).toMatchObject({ auth_token: 'token', is_authenticated: true })
  })

  it('keeps the password in memory only if it must be changed', async () => {
    const api = fakeApi()
    const respond = (password_changed: boolean) => ({
      success: true as const,
      jwt: String(password_changed),
      parent: aProfile({ password_changed }),
      message: 'Sesión iniciada',
    })
    api.respond('login', respond(true))
    api.respond('login', respond(false))
    await signIn()
    expect(signInPassword()).toBeUndefined()
    await submit()
    expect(signInPassword()).toBe('demo1234')
  })

  it('is busy during the call and ignores a second click', async () => {
    const api = fakeApi()
    api.hang('login')
    const fetched = vi.spyOn(globalThis, 'fetch')
    await signIn()
    const button = screen.getByRole('button', { name: 'Ingresando' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    await userEvent.type(passwordField(), '{Enter}')
    fireEvent.submit(button)
    expect(fetched).toHaveBeenCalledOnce()
  })
})

describe('a failure', () => {
  type Api = ReturnType<typeof fakeApi>
  it.each<[string, (api: Api) => void, string, string]>([
    ['the server’s message', (api) => api.refuse('login', 429, 'Espera'), 'Espera', 'http_429'],
    ['success false at 200', (api) => api.refuse('login', 200, 'Bloqueada'), 'Bloqueada', 'http_200'],
    ['a 4xx without words', (api) => api.refuse('login', 401), 'Credenciales inválidas', 'http_401'],
    ['a 5xx without words', (api) => api.refuse('login', 500), 'Error en el servicio', 'http_500'],
    ['a broken line', (api) => api.breakLine('login'), 'Error en el servicio', 'network'],
    ['an unreadable body', (api) => api.send('login', 200, '<p>'), 'Error en el servicio', 'bad_response'],
    [
      'a response without its jwt',
      (api) => api.send('login', 200, '{"success":true,"message":""}'),
      'Error en la respuesta del servidor',
      'bad_response',
    ],
    ...[
      { jwt: '' },
      { jwt: ' ' },
      { jwt: ' token' },
      { jwt: null },
      { jwt: 7 },
      { parent: null },
      { parent: {} },
    ].map((wrong): [string, (api: Api) => void, string, string] => [
      `a response with ${JSON.stringify(wrong)}`,
      (api) =>
        api.send(
          'login',
          200,
          JSON.stringify({ success: true, jwt: 'token', parent: aProfile(), message: '', ...wrong }),
        ),
      'Error en la respuesta del servidor',
      'bad_response',
    ]),
  ])('of %s says so', async (_, prepare, message, code) => {
    prepare(fakeApi())
    await signIn()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    screen.getByText(code)
    expect(screen.queryAllByText(/^Necesitas conexión/)).toHaveLength(code === 'network' ? 1 : 0)
    expect(getSession().is_authenticated).toBeNull()
  })

  it('to reach the server shows advice, keeps the input and can be retried', async () => {
    const api = fakeApi()
    api.breakLine('login')
    api.respond('login', { success: true, jwt: 'token', parent: aProfile(), message: 'Sesión iniciada' })
    await signIn()
    await screen.findByText('Necesitas conexión a internet. Lo que escribiste sigue aquí.')
    expect(emailField()).toMatchObject({ value: ' Apoderada@Example.com ' })
    expect(passwordField()).toMatchObject({ value: 'demo1234' })
    await submit()
    expect(getSession().auth_token).toBe('token')
  })

  it('hides its technical details, and disappears with the next try', async () => {
    const api = fakeApi()
    api.refuse('login', 401, 'Credenciales inválidas')
    api.hang('login')
    await signIn()
    await screen.findByRole('alert')
    const details = screen.getByText('Detalle técnico').closest('details')
    expect(details?.open).toBe(false)
    expect(
      within(details as HTMLElement)
        .getAllByRole('definition', { hidden: true })
        .map((d) => d.textContent),
    ).toEqual(['401', 'http_401', 'req-1'])
    await submit()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
