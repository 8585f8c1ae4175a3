import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signOut } from '../shared/session/signOut.ts'
import { dispatch, getSession, subscribeOtherTabs } from '../shared/session/store.ts'
import { aProfile } from '../testing/data/people.ts'
import { fakeApi } from '../testing/fakeApi.ts'
import { heading, openApp } from '../testing/openApp.tsx'
import { signedIn } from '../testing/signedIn.ts'

describe('a failed profile', () => {
  beforeEach(() => signedIn())

  it.each([401, 403, 404])('signs out when it answers %s', async (status) => {
    fakeApi().refuse('getProfile', status, 'Token inválido')
    openApp('/app/agenda')
    await heading('Ingresa a tu cuenta')
    expect(localStorage).toHaveLength(0)
  })

  it('keeps the page and shows a notice otherwise', async () => {
    const api = fakeApi()
    api.refuse('getProfile', 500)
    api.respond('getProfile', aProfile({ name: 'Ana' }))
    openApp('/app/inicio')
    await screen.findByText('No se pudo actualizar')
    screen.getByText('Error al obtener perfil')
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await heading('Hola, Ana')
    expect(screen.queryByText('No se pudo actualizar')).toBeNull()
  })

  it('ends the session if no profile is stored', async () => {
    localStorage.removeItem('profile')
    const { startSession } = await import('../shared/session/store.ts')
    startSession()
    const api = fakeApi()
    api.refuse('getProfile', 500)
    openApp('/app/agenda')
    await heading('Ingresa a tu cuenta')
    expect([getSession().is_authenticated, api.count('getProfile')]).toEqual([null, 1])
  })
})

describe('a session that the server has ended', () => {
  const ended = () => screen.queryByText('Tu sesión terminó. Ingresa de nuevo para continuar.')

  beforeEach(() => signedIn())

  it('by refusing the profile is reported at the sign-in, which leads back to the page', async () => {
    fakeApi().refuse('getProfile', 401, 'Token inválido')
    openApp('/app/agenda?dia=2026-10-15')
    await heading('Ingresa a tu cuenta')
    expect(ended()?.getAttribute('role')).toBe('alert')
    expect([location.pathname, location.search]).toEqual(['/login', ''])
    expect(history.state).toEqual({ wanted: '/app/agenda?dia=2026-10-15' })
  })

  it('by refusing a page’s data is reported until the next sign-in', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    api.refuse('getCalendar', 401, 'Token inválido')
    api.respond('getCalendar', { employee_schedules: {} })
    api.respond('endSession', { success: true, message: 'Sesión cerrada' })
    api.respond('logout', { success: true, message: 'Sesión cerrada' })
    openApp('/app/horario')
    await heading('Ingresa a tu cuenta')
    expect(ended()).not.toBeNull()
    act(() =>
      dispatch({ type: 'signedIn', response: { success: true, jwt: 'b', parent: aProfile(), message: '' } }),
    )
    await heading('Horario')
    await act(() => signOut())
    await heading('Ingresa a tu cuenta')
    expect(ended()).toBeNull()
  })

  it('is not reported if a call is refused while the parent signs out', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    api.hang('endSession')
    openApp('/app/configuraciones')
    await heading('Configuraciones')
    const signingOut = signOut()
    act(() => dispatch({ type: 'refused' }))
    await heading('Ingresa a tu cuenta')
    expect(ended()).toBeNull()
    document.dispatchEvent(new Event('visibilitychange')) // ends the sign-out's wait for the server's response
    await act(() => signingOut)
  })

  it('is not reported if another tab has signed out', async () => {
    fakeApi().respond('getProfile', aProfile())
    onTestFinished(subscribeOtherTabs())
    openApp('/app/configuraciones')
    await heading('Configuraciones')
    localStorage.clear()
    await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))
    await heading('Ingresa a tu cuenta')
    expect(ended()).toBeNull()
  })
})

describe('a page left open', () => {
  beforeEach(() => {
    signedIn()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
  })

  it('refreshes the profile every 5 minutes while it is visible', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    openApp('/app/agenda')
    await heading('Agenda')
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    expect(api.count('getProfile')).toBe(2)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    expect(api.count('getProfile')).toBe(2)
  })

  it('refreshes the profile when it becomes visible or online again', async () => {
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    openApp('/app/agenda')
    await heading('Agenda')
    await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await waitFor(() => expect(api.count('getProfile')).toBe(2))
    await act(async () => {
      dispatchEvent(new Event('offline'))
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(api.count('getProfile')).toBe(3))
  })
})

describe('signing out', () => {
  it('wipes this device and does not return to the last page', async () => {
    signedIn()
    const api = fakeApi()
    api.respond('getProfile', aProfile())
    api.respond('endSession', { success: true, message: 'Sesión cerrada' })
    api.respond('logout', { success: true, message: 'Sesión cerrada' })
    openApp('/app/configuraciones')
    await userEvent.click(await screen.findByRole('radio', { name: 'Oscuro' }))
    expect(localStorage.getItem('theme')).toBe('dark')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
    await heading('Ingresa a tu cuenta')
    expect([localStorage.length, history.state, location.pathname]).toEqual([0, null, '/login'])
  })
})
