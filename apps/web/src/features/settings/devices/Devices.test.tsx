import type { DeviceSession } from '@apoderados/contract/devices'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../../testing/fakeApi.ts'
import { openEntry, showSettings } from '../../../testing/pages/settings.tsx'
import { dayOf, lastUse, platformName, programName } from './deviceText.ts'

const webauthn = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => webauthn)

const aSession = (changes: Partial<DeviceSession> = {}): DeviceSession => ({
  id: '1'.repeat(32),
  is_current: true,
  client: 'web',
  platform: 'android_phone',
  browser: 'chrome',
  created_at: '2026-03-04T12:00:00Z',
  last_seen_at: '2026-08-17T11:52:00Z',
  ...changes,
})
const laptop = aSession({ id: '2'.repeat(32), is_current: false, platform: 'windows' })
const phone = aSession({
  id: '3'.repeat(32),
  is_current: false,
  client: 'native',
  platform: 'iphone',
  browser: null,
})
const aPasskey = {
  id: '9'.repeat(32),
  name: 'Mi teléfono',
  created_at: '2026-03-04T12:00:00Z',
  last_used_at: null,
}
const options = { options: { challenge: 'AAAA' } }

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  vi.stubGlobal('PublicKeyCredential', class {})
  for (const ceremony of Object.values(webauthn)) ceremony.mockReset().mockResolvedValue({ id: 'AAAA' })
})

/** Opens the dialog with `sessions`; `laterSessions` are those of the next request. */
async function openDevices(sessions = [aSession(), laptop, phone], laterSessions = sessions) {
  api.respond('getSessions', { sessions })
  api.respond('getSessions', { sessions: laterSessions })
  api.respond('getPasskeys', { passkeys: [aPasskey] })
  showSettings()
  await screen.findByRole('button', { name: /^Dispositivos/ })
  const dialog = within(await openEntry(/^Dispositivos/))
  await dialog.findByText('Este dispositivo')
  return dialog
}
const requestsOf = (name: string) =>
  api.received.filter((call) => call.name === name).map(({ request }) => request)

describe('Dispositivos', () => {
  it('shows where the account is open, this device first', async () => {
    const dialog = await openDevices()
    const rows = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toBe('Teléfono AndroidChrome · ahoraEste dispositivo')
    expect(rows[1]).toMatch(/^Computador WindowsChrome · .+Desde el 4 de marzo.*Cerrar$/)
    expect(rows[2]).toMatch(/^iPhoneAplicación · /)
  })

  it('closes one after the password, and reads the list again', async () => {
    const dialog = await openDevices([aSession(), laptop, phone], [aSession(), phone])
    api.refuse('closeSessions', 400, 'Contraseña actual incorrecta')
    api.respond('closeSessions', { success: true, message: 'Sesión cerrada en ese dispositivo' })
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar Computador Windows, Chrome' }))
    const password = dialog.getByLabelText('Contraseña')
    expect(document.activeElement).toBe(password)
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesión' }))
    dialog.getByText('La contraseña es requerida')
    await userEvent.type(password, 'demo1234')
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesión' }))
    await dialog.findByText('Contraseña actual incorrecta')
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesión' }))
    await screen.findByText('Sesión cerrada en ese dispositivo')
    expect(requestsOf('closeSessions')[1]).toEqual({ session_id: laptop.id, password: 'demo1234' })
    await waitFor(() => expect(dialog.queryByText('Computador Windows')).toBeNull())
    expect(dialog.queryByRole('button', { name: /^Cerrar los otros/ })).toBeNull()
  })

  it('closes all others with a passkey', async () => {
    const dialog = await openDevices()
    api.respond('startPasskeyProof', options)
    api.respond('closeSessions', { success: true, message: 'Sesiones cerradas en los otros dispositivos' })
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar los otros 2' }))
    webauthn.startAuthentication.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await userEvent.click(dialog.getByRole('button', { name: 'Usar llave de acceso' }))
    await dialog.findByText('No se usó la llave de acceso.')
    await userEvent.click(dialog.getByRole('button', { name: 'Usar llave de acceso' }))
    await screen.findByText('Sesiones cerradas en los otros dispositivos')
    expect(requestsOf('closeSessions')).toEqual([{ passkey: { id: 'AAAA' } }])
  })

  it('is absent if the server has no list, and without passkeys if it has none', async () => {
    api.refuse('getSessions', 404, 'No encontrado')
    showSettings()
    await waitFor(() => expect(api.count('getSessions')).toBe(1))
    expect(screen.queryByRole('button', { name: /^Dispositivos/ })).toBeNull()
  })

  it('offers no passkeys where the browser or the server has none', async () => {
    api.respond('getSessions', { sessions: [aSession()] })
    api.refuse('getPasskeys', 404, 'No encontrado')
    showSettings()
    await screen.findByRole('button', { name: /^Dispositivos/ })
    const dialog = within(await openEntry(/^Dispositivos/))
    await dialog.findByText('Este dispositivo')
    await waitFor(() => expect(api.count('getPasskeys')).toBe(1))
    expect(dialog.queryByText('Llaves de acceso')).toBeNull()
  })
})

describe('Llaves de acceso', () => {
  async function openPasskeys() {
    const dialog = await openDevices()
    await userEvent.click(await dialog.findByRole('button', { name: /^Llaves de acceso/ }))
    return within(await screen.findByRole('dialog', { name: 'Llaves de acceso' }))
  }

  it('adds one by its name, after the password', async () => {
    const dialog = await openPasskeys()
    await dialog.findByText('Aún sin usar')
    api.respond('startPasskey', options)
    api.respond('addPasskey', { success: true, message: 'Llave de acceso agregada' })
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar una llave de acceso' }))
    await userEvent.type(dialog.getByLabelText('Contraseña'), 'demo1234')
    webauthn.startRegistration.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
    await dialog.findByText('No se creó la llave de acceso. Intenta de nuevo.')
    await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
    await screen.findByText('Llave de acceso agregada')
    expect(requestsOf('startPasskey')[1]).toEqual({ password: 'demo1234' })
    expect(requestsOf('addPasskey')).toEqual([{ name: 'Teléfono Android', passkey: { id: 'AAAA' } }])
  })

  it('removes one after the password', async () => {
    const dialog = await openPasskeys()
    api.respond('removePasskey', { success: true, message: 'Llave de acceso eliminada' })
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar Mi teléfono' }))
    await userEvent.type(dialog.getByLabelText('Contraseña'), 'demo1234')
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await screen.findByText('Llave de acceso eliminada')
    expect(requestsOf('removePasskey')).toEqual([{ passkey_id: aPasskey.id, password: 'demo1234' }])
  })
})

describe('the texts of a device', () => {
  const now = new Date('2026-08-17T15:00:00Z')
  it.each([
    ['2026-08-17T11:52:00Z', 'hoy, 07:52'],
    ['2026-08-17T03:30:00Z', 'ayer, 23:30'],
    ['2026-08-14T12:00:00Z', 'hace 3 días'],
    ['2026-08-10T12:00:00Z', 'hace 1 semana'],
    ['2026-07-25T12:00:00Z', 'hace 3 semanas'],
  ])('say of a use at %s: %s', (instant, text) => {
    expect(lastUse(instant, now)).toBe(text)
  })

  it('name the year of another year, and what a newer server knows', () => {
    expect(dayOf('2025-12-20T12:00:00Z', now)).toBe('20 de diciembre de 2025')
    const unknown = aSession({ platform: 'reloj', browser: 'otro' })
    expect([platformName(unknown), programName(unknown)]).toEqual(['Dispositivo', 'Navegador'])
  })
})
