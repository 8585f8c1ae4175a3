import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { subscribeOtherTabs } from '../shared/session/store.ts'
import { aProfile } from '../testing/data/people.ts'
import { simulateDesktop } from '../testing/desktop.ts'
import { fakeApi } from '../testing/fakeApi.ts'
import { heading, openApp } from '../testing/openApp.tsx'
import { signedIn } from '../testing/signedIn.ts'

describe('signed out', () => {
  it('redirects any path to the sign-in', async () => {
    openApp('/nada')
    await heading('Ingresa a tu cuenta')
    expect(location.pathname).toBe('/login')
  })

  it('returns to the requested page with its query after the sign-in', async () => {
    const api = fakeApi()
    api.respond('login', { success: true, jwt: 'token', parent: aProfile(), message: 'Sesión iniciada' })
    api.respond('getProfile', aProfile())
    openApp('/app/horario?dia=martes')
    await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'apoderada@example.com')
    await userEvent.type(screen.getByLabelText('Contraseña'), 'demo1234')
    await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
    await heading('Horario')
    expect([location.pathname, location.search, history.state]).toEqual(['/app/horario', '?dia=martes', null])
  })

  it('returns to it also after a visit to the page of a forgotten password', async () => {
    const api = fakeApi()
    api.respond('login', { success: true, jwt: 'token', parent: aProfile(), message: 'Sesión iniciada' })
    api.respond('getProfile', aProfile())
    openApp('/app/agenda')
    await userEvent.click(await screen.findByRole('link', { name: '¿Olvidaste tu contraseña?' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Volver a iniciar sesión' }))
    await userEvent.type(await screen.findByLabelText('Correo electrónico'), 'apoderada@example.com')
    await userEvent.type(screen.getByLabelText('Contraseña'), 'demo1234')
    await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
    await heading('Agenda')
    expect(history.state).toBeNull()
  })

  it('opens the request for a code, which links back to the sign-in', async () => {
    openApp('/auth/recuperar_contrase%C3%B1a/')
    await heading('Recuperar contraseña')
    await userEvent.click(screen.getByRole('link', { name: 'Volver a iniciar sesión' }))
    expect(await heading('Ingresa a tu cuenta')).toHaveProperty('id', document.activeElement?.id)
  })
})

it('opens the next page after a page has crashed', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React logs the error that the boundary catches
  vi.stubGlobal('URLSearchParams', () => undefined) // makes the page crash: `new` throws
  openApp('/auth/cambiar_contrase%C3%B1a')
  await heading('No se pudo abrir la página')
  act(() => history.pushState(null, '', '/login'))
  await heading('Ingresa a tu cuenta')
})

it('reports once where a page crashed, without its content', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const stack = 'TypeError: Martina\n    at Page (https://a.example/assets/RecoveryChangePage-C2.js:1:7)'
  const broken = Object.assign(new TypeError('Martina'), { stack })
  vi.stubGlobal(
    'URLSearchParams',
    class {
      constructor() {
        throw broken
      }
    },
  )
  const sent = vi.fn().mockResolvedValue(Response.json({ success: true, message: '' }))
  vi.stubGlobal('fetch', sent)
  openApp('/auth/cambiar_contrase%C3%B1a')
  await heading('No se pudo abrir la página')
  await expect.poll(() => sent).toHaveBeenCalledOnce()
  const [url, { body }] = sent.mock.calls[0] ?? []
  expect([url, JSON.parse(body)]).toEqual([
    '/api/v1/mobile/parent/client_errors',
    {
      version: '1.0.16',
      page: '/auth/cambiar_contraseña',
      error: 'TypeError',
      stack: ['RecoveryChangePage-C2.js:1:7'],
    },
  ])
})

describe('signed in', () => {
  beforeEach(() => signedIn())

  it('shows the page before the profile has loaded', async () => {
    fakeApi().hang('getProfile')
    openApp('/app/inicio')
    await heading('Hola, Carolina')
    await waitFor(() => expect(document.title).toBe('Inicio · Apoderados')) // an effect sets it
  })

  it('shows Not Found for an unknown path, with a way back', async () => {
    fakeApi().respond('getProfile', aProfile())
    openApp('/app/nada')
    await heading('Not Found')
    await userEvent.click(screen.getByRole('link', { name: 'Volver a Inicio' }))
    await heading('Hola, Carolina')
  })

  it('redirects the sign-in to Inicio', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    openApp('/')
    await heading('Hola, Carolina')
    expect([location.pathname, api.count('getProfile')]).toEqual(['/app/inicio', 1])
  })

  it('requests the profile once per change of path, and not while a request is under way', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    api.hang('getProfile')
    simulateDesktop()
    openApp('/app/inicio')
    await heading('Hola, Carolina')
    const menu = screen.getByRole('navigation', { name: 'Menú principal' })
    await userEvent.click(within(menu).getByRole('link', { name: 'Agenda' }))
    const focused = await heading('Agenda')
    await waitFor(() => expect(document.activeElement).toBe(focused))
    expect(api.count('getProfile')).toBe(2)
    await userEvent.click(within(menu).getByRole('link', { name: 'Horario' }))
    await heading('Horario')
    expect(api.count('getProfile')).toBe(2)
  })

  it('does not request it again if the path stays the same', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    openApp('/app/agenda')
    await heading('Agenda')
    act(() => history.pushState(null, '', '/app/agenda/#contenido'))
    await heading('Agenda')
    expect(api.count('getProfile')).toBe(1)
  })

  it('discards typed input when another tab has signed another parent in', async () => {
    fakeApi().respond('getProfile', aProfile())
    onTestFinished(subscribeOtherTabs())
    openApp('/app/configuraciones')
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar contraseña' }))
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'Luna verde 27')
    localStorage.setItem('profile', JSON.stringify(aProfile({ id: 99 })))
    localStorage.setItem('auth_token', 'other')
    await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
    await heading('Configuraciones')
    expect(screen.queryByDisplayValue('Luna verde 27')).toBeNull()
  })

  it('shows a friendly page if no student is linked', async () => {
    const profile = aProfile({ students: [] })
    signedIn(profile)
    fakeApi().respond('getProfile', profile)
    openApp('/app/calificaciones')
    await heading('Calificaciones')
    screen.getByText('Aún no tienes estudiantes')
  })
})
