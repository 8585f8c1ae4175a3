import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { queryClient } from '../api/queryClient.ts'
import { getToast } from '../ui/notices/toast.ts'
import { SubscribeButton } from './SubscribeButton.tsx'

const CALENDAR_PATH = `/api/v1/mobile/parent/calendar/${'a'.repeat(64)}.ics`
const NO_FEED = { created_at: null, last_read_at: null }
const CREATED_FEED = { created_at: '2026-10-15T15:00:00Z', last_read_at: null }
const createResponse = { success: true, message: 'Dirección creada', path: CALENDAR_PATH }

beforeEach(() => {
  queryClient.clear()
  signedIn()
})

async function openDialog() {
  render(<SubscribeButton student={aStudent()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Suscribir mi calendario' }))
  return within(await screen.findByRole('dialog', { name: 'Suscribir mi calendario' }))
}
type Dialog = Awaited<ReturnType<typeof openDialog>>
const click = async (dialog: Dialog, name: string) =>
  fireEvent.click(await dialog.findByRole('button', { name }))

/** Opens the dialog and creates the first address. */
async function createAddress(api = fakeApi()) {
  api.respond('getCalendarFeed', NO_FEED)
  api.respond('getCalendarFeed', CREATED_FEED)
  api.respond('createCalendarFeed', createResponse)
  const dialog = await openDialog()
  await click(dialog, 'Crear dirección')
  await dialog.findByRole('link', { name: 'Abrir en mi calendario' })
  return { api, dialog }
}

describe('the dialog of the subscription', () => {
  it('says who can read the address, and creates none by itself', async () => {
    const api = fakeApi()
    api.respond('getCalendarFeed', NO_FEED)
    const dialog = await openDialog()
    await dialog.findByRole('button', { name: 'Crear dirección' })
    dialog.getByText('Quien tenga la dirección puede ver la agenda y el horario sin tu contraseña.')
    expect(dialog.queryByRole('button', { name: 'Anular dirección' })).toBeNull()
    expect(api.received.map(({ name, request }) => [name, request])).toEqual([
      ['getCalendarFeed', { student_id: 1 }],
    ])
  })

  it('shows a created address, opens it in a calendar and copies it', async () => {
    const { dialog } = await createAddress()
    const address = new URL(CALENDAR_PATH, location.origin).href
    dialog.getByText(address)
    const link = dialog.getByRole('link', { name: 'Abrir en mi calendario' })
    await waitFor(() => expect(document.activeElement).toBe(link))
    expect(link.getAttribute('href')).toBe(address.replace(/^http:/, 'webcal:'))
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await click(dialog, 'Copiar dirección')
    await expect.poll(() => getToast()?.text).toBe('Dirección copiada')
    expect(writeText).toHaveBeenCalledWith(address)
  })

  it('says how to copy where the browser does not allow it', async () => {
    const { dialog } = await createAddress()
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
    await click(dialog, 'Copiar dirección')
    await expect
      .poll(() => getToast()?.text)
      .toBe('No se pudo copiar. Mantén presionada la dirección para copiarla.')
  })

  it('stores the address nowhere', async () => {
    await createAddress()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('a'.repeat(64))
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('a'.repeat(64))
  })

  it('says when an earlier address was created and read, without the address', async () => {
    const api = fakeApi()
    api.respond('getCalendarFeed', { ...CREATED_FEED, last_read_at: '2026-10-16T15:30:00Z' })
    const dialog = await openDialog()
    await dialog.findByText(
      'Tienes una dirección creada el 15-10-2026 12:00. Un calendario la leyó por última vez el 16-10-2026 12:30.',
    )
    expect(dialog.queryByRole('link')).toBeNull()
  })

  it('revokes only after a confirmation', async () => {
    const { api, dialog } = await createAddress()
    api.respond('revokeCalendarFeed', { success: true, message: 'Dirección anulada' })
    await click(dialog, 'Anular dirección')
    await click(dialog, 'Cancelar')
    expect(api.count('revokeCalendarFeed')).toBe(0)
    await click(dialog, 'Anular dirección')
    expect(document.activeElement?.textContent).toBe('Los calendarios que la usan dejarán de actualizarse.')
    api.respond('getCalendarFeed', NO_FEED)
    await click(dialog, 'Sí, anular dirección')
    await expect.poll(() => getToast()?.text).toBe('Dirección anulada')
    expect(api.count('revokeCalendarFeed')).toBe(1)
    expect(dialog.queryByRole('link')).toBeNull()
  })

  it('replaces an address only after a confirmation', async () => {
    const api = fakeApi()
    api.respond('getCalendarFeed', CREATED_FEED)
    api.respond('createCalendarFeed', createResponse)
    const dialog = await openDialog()
    await click(dialog, 'Crear otra dirección')
    dialog.getByText('La dirección actual dejará de funcionar en los calendarios que la usan.')
    expect(api.count('createCalendarFeed')).toBe(0)
    await click(dialog, 'Sí, crear otra')
    await dialog.findByRole('link', { name: 'Abrir en mi calendario' })
  })

  it.each<[string, (api: ReturnType<typeof fakeApi>) => void]>([
    ['Necesitas conexión a internet.', (api) => api.breakLine('createCalendarFeed')],
    ['Demasiados intentos', (api) => api.refuse('createCalendarFeed', 429, 'Demasiados intentos')],
  ])('keeps its button after a failure: %s', async (text, fail) => {
    const api = fakeApi()
    api.respond('getCalendarFeed', NO_FEED)
    fail(api)
    const dialog = await openDialog()
    await click(dialog, 'Crear dirección')
    expect((await dialog.findByRole('alert')).textContent).toBe(text)
    dialog.getByRole('button', { name: 'Crear dirección' })
  })
})
