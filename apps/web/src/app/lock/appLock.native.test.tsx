import { CapacitorException } from '@capacitor/core'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { navigate } from '../../shared/router.tsx'
import { getSession, startSession } from '../../shared/session/store.ts'
import { sessionKeys } from '../../shared/session/stored.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { openEntry } from '../../testing/pages/settings.tsx'
import { simulatePhone } from '../../testing/phone.ts'
import { signedIn } from '../../testing/signedIn.ts'

const LOCKED = 'Apoderados está bloqueado'
const LOCK_SWITCH = 'Pedir huella, rostro o PIN al abrir'
const HIDE_SWITCH = 'Ocultar el contenido en el selector de aplicaciones'
const AUTHENTICATE = 'BiometricAuthNative.internalAuthenticate'

let phone: ReturnType<typeof simulatePhone>
let preferences: Map<string, unknown>
let secrets: Map<string, unknown>
let isSecure: boolean
let now: number
beforeEach(() => {
  const api = fakeApi()
  api.respond('getSessions', { sessions: [] })
  preferences = new Map()
  secrets = new Map()
  isSecure = true
  now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Starts the app's process on the phone, whose storage outlives it. */
async function startApp(path = '/app/configuraciones') {
  cleanup()
  phone = simulatePhone({
    'Preferences.get': ({ key }) => ({ value: preferences.get(String(key)) ?? null }),
    'Preferences.set': ({ key, value }) => void preferences.set(String(key), value),
    'Preferences.remove': ({ key }) => void preferences.delete(String(key)),
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({
      data: secrets.get(String(prefixedKey)) ?? null,
    }),
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => void secrets.set(String(prefixedKey), data),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => ({
      success: secrets.delete(String(prefixedKey)),
    }),
    'PushNotifications.checkPermissions': () => ({ receive: 'denied' }),
    'BiometricAuthNative.checkBiometry': () => ({ deviceIsSecure: isSecure }),
  })
  const { openStorage } = await import('../../shared/device/storage/storage.native.ts')
  const { protectionKeys, startProtection } = await import('../../shared/appLock/appLock.native.ts')
  const { LockScreen } = await import('./LockScreen.native.tsx')
  await openStorage([...sessionKeys, ...protectionKeys])
  startProtection(LockScreen)
  startSession()
  if (getSession().auth_token === null && !preferences.has('signed-out')) signedIn()
  openApp(path)
}

async function turn(name: string) {
  await screen.findByRole('button', { name: /^Dispositivos/ })
  if (!screen.queryByRole('dialog', { name: /^Dispositivos/ })) await openEntry(/^Dispositivos/)
  await userEvent.click(await screen.findByRole('switch', { name }))
}
const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
const count = (call: string) => phone.names().filter((name) => name === call).length
const refuse = () => {
  throw new CapacitorException('cancelled', 'userCancel' as never)
}

function spendInBackground(ms: number) {
  act(() => {
    phone.tell('App.pause', {})
    now += ms
    phone.tell('App.resume', {})
  })
}

async function startWithLock() {
  await startApp()
  await turn(LOCK_SWITCH)
  await waitFor(() => expect(preferences.get('app_lock')).toBe('true'))
}

it('asks once for the phone’s owner when the lock is turned on, and not when it is turned off', async () => {
  await startWithLock()
  expect([isOn(LOCK_SWITCH), count(AUTHENTICATE)]).toEqual([true, 1])
  expect(phone.calls.find(({ method }) => method === AUTHENTICATE)?.options).toMatchObject({
    allowDeviceCredential: true,
  })
  await turn(LOCK_SWITCH)
  await waitFor(() => expect(preferences.has('app_lock')).toBe(false))
  expect([isOn(LOCK_SWITCH), count(AUTHENTICATE)]).toEqual([false, 1])
})

it('stays off on a phone without fingerprint, face and PIN, and says so', async () => {
  isSecure = false
  await startApp()
  await turn(LOCK_SWITCH)
  expect(await screen.findByText(/no tiene huella, rostro ni PIN/)).toBeTruthy()
  expect([isOn(LOCK_SWITCH), count(AUTHENTICATE), preferences.has('app_lock')]).toEqual([false, 0, false])
})

it('stays off if the phone does not recognize its owner', async () => {
  await startApp()
  phone.responses[AUTHENTICATE] = refuse
  await turn(LOCK_SWITCH)
  expect(await screen.findByText(/No se activó el bloqueo/)).toBeTruthy()
  expect(isOn(LOCK_SWITCH)).toBe(false)
})

it('locks after a minute in the background, and renders nothing of the page until it is unlocked', async () => {
  await startWithLock()
  spendInBackground(59_999)
  expect(screen.queryByRole('heading', { name: LOCKED })).toBeNull()
  spendInBackground(60_000)
  await heading(LOCKED)
  expect(screen.queryByRole('heading', { name: 'Configuraciones', hidden: true })).toBeNull()
  phone.responses[AUTHENTICATE] = refuse
  await userEvent.click(screen.getByRole('button', { name: 'Desbloquear' }))
  expect((await screen.findByText('No se desbloqueó. Intenta de nuevo.')).role).toBe('alert')
  phone.responses[AUTHENTICATE] = () => undefined
  await userEvent.click(screen.getByRole('button', { name: 'Desbloquear' }))
  await heading('Configuraciones')
})

it('locks if the phone’s clock was set back, and never without the choice', async () => {
  await startApp()
  spendInBackground(3_600_000)
  expect(screen.queryByRole('heading', { name: LOCKED })).toBeNull()
  await turn(LOCK_SWITCH)
  await waitFor(() => expect(isOn(LOCK_SWITCH)).toBe(true))
  spendInBackground(-3_600_000)
  await heading(LOCKED)
})

it('is locked when it starts with a session; a link waits for the unlock', async () => {
  await startWithLock()
  await startApp()
  await heading(LOCKED)
  act(() => navigate('/app/no-existe'))
  await heading(LOCKED)
  isSecure = false
  await userEvent.click(screen.getByRole('button', { name: 'Desbloquear' }))
  expect(await screen.findByText(/ya no tiene huella, rostro ni PIN/)).toBeTruthy()
  isSecure = true
  await userEvent.click(screen.getByRole('button', { name: 'Desbloquear' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: LOCKED })).toBeNull())
  expect(location.pathname).toBe('/app/no-existe')
})

it('hides the contents in the app switcher by choice, also after a new start', async () => {
  await startApp()
  await turn(HIDE_SWITCH)
  await waitFor(() => expect(preferences.get('hidden_contents')).toBe('true'))
  expect(count('PrivacyScreen.enable')).toBe(1)
  await startApp()
  await waitFor(() => expect(count('PrivacyScreen.enable')).toBe(1))
  await turn(HIDE_SWITCH)
  await waitFor(() => expect(preferences.has('hidden_contents')).toBe(false))
  expect(count('PrivacyScreen.disable')).toBe(1)
})

it('the sign-out of a locked app ends the session, the lock and both choices', async () => {
  await startApp()
  await turn(HIDE_SWITCH)
  await waitFor(() => expect(isOn(HIDE_SWITCH)).toBe(true))
  await turn(LOCK_SWITCH)
  await waitFor(() => expect(isOn(LOCK_SWITCH)).toBe(true))
  spendInBackground(60_000)
  await heading(LOCKED)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(getSession().auth_token).toBeNull()
  await waitFor(() => expect(count('PrivacyScreen.disable')).toBe(1))
  await waitFor(() => expect([...preferences.keys()]).not.toContain('app_lock'))
  expect([...preferences.keys()]).not.toContain('hidden_contents')
  preferences.set('signed-out', 'true')
  await startApp('/login')
  expect(screen.queryByRole('heading', { name: LOCKED })).toBeNull()
})
