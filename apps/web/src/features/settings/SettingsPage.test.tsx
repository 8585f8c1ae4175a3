import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { queueExcuse } from '../../shared/excuses/excuseQueue.ts'
import { getSession } from '../../shared/session/store.ts'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { openEntry, showSettings } from '../../testing/pages/settings.tsx'

const ENTRIES = [
  'Mi cuenta',
  'Cambiar contraseña',
  'Notificaciones',
  'Ayuda y contacto',
  'Acerca de',
  'Términos de uso',
  'Política de datos',
]

/** The title of an entry, without the state of the notifications, which is loaded later. */
const titleOf = (entry: Element | null) => entry?.textContent?.replace('Desactivadas', '').trim()

const facts = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)

describe('the page', () => {
  it('has its entries in order as buttons that open dialogs, which are closed at first', async () => {
    showSettings()
    screen.getByRole('heading', { level: 1, name: 'Configuraciones' })
    expect(screen.queryByRole('dialog')).toBeNull()
    const opening = screen.getAllByRole('button').filter((button) => button.ariaHasPopup === 'dialog')
    expect(opening.map(titleOf)).toEqual(ENTRIES)
    for (const entry of ENTRIES) {
      const dialog = await openEntry(new RegExp(`^${entry}`))
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(titleOf(document.activeElement)).toBe(entry)
    }
  })

  it('shows the signed-in parent', () => {
    showSettings(aProfile({ name: 'Ana <b>', permission: null }))
    screen.getByText('Ana <b> Muñoz')
    screen.getByText('apoderada@example.com')
  })

  it('stores the chosen theme; without a choice it is the device’s', async () => {
    showSettings()
    const group = screen.getByRole('group', { name: 'Tema' })
    const radios = within(group).getAllByRole('radio') as HTMLInputElement[]
    expect(radios.map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['Claro', false],
      ['Oscuro', false],
      ['Sistema', true],
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'Oscuro' }))
    expect(localStorage.getItem('theme')).toBe('dark')
    await userEvent.click(screen.getByRole('radio', { name: 'Sistema' }))
    expect(localStorage.getItem('theme')).toBe('system')
  })
})

describe('Mi cuenta', () => {
  it('shows the parent’s data, with the last sign-in in the school’s time', async () => {
    showSettings(
      aProfile({
        phone: '+56912345678',
        last_login_at: '2026-11-21T01:17:40Z', // the evening before in Chile
      }),
    )
    expect(facts(await openEntry('Mi cuenta'))).toEqual([
      'Nombre: Carolina Andrea Muñoz',
      'RUT: 40.215.347-4',
      'Correo electrónico: apoderada@example.com',
      'Teléfono: +56 9 1234 5678',
      'Rol: Apoderada titular',
      'Último ingreso: 20-11-2026 22:17',
    ])
  })

  it('shows a dash for missing data, and labels an IPE', async () => {
    showSettings(aProfile({ permission: null, rut: '100200300', rut_dv: 'k' }))
    expect(facts(await openEntry('Mi cuenta')).slice(1)).toEqual([
      'IPE: 100.200.300-K',
      'Correo electrónico: apoderada@example.com',
      'Teléfono: —',
      'Rol: —',
      'Último ingreso: Este es tu primer ingreso',
    ])
  })

  it('has a dash for a parent without a RUT', async () => {
    showSettings(aProfile({ rut: null, rut_dv: null }))
    expect(facts(await openEntry('Mi cuenta'))[1]).toBe('RUT: —')
  })
})

async function changePassword() {
  const dialog = within(await openEntry('Cambiar contraseña'))
  await userEvent.type(dialog.getByLabelText('Contraseña actual'), 'demo1234')
  await userEvent.type(dialog.getByLabelText('Nueva contraseña'), 'Luna verde 27')
  await userEvent.type(dialog.getByLabelText('Confirmar contraseña'), 'Luna verde 27')
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar contraseña' }))
  return dialog
}

describe('Cambiar contraseña', () => {
  it.each([
    ['done', { success: true, message: 'Tu contraseña cambió' }, 'Tu contraseña cambió'],
    ['refused', 'Contraseña actual incorrecta', 'La contraseña actual es incorrecta'],
  ])('that is %s after it was closed is said, and closes nothing else', async (_, response, said) => {
    const arrive = fakeApi().hold('changePassword', response)
    showSettings()
    const dialog = await changePassword()
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
    await openEntry('Mi cuenta')
    arrive()
    await screen.findByText(said)
    screen.getByRole('dialog', { name: 'Mi cuenta' })
  })

  it('shows the server’s message in green after the change, and closes', async () => {
    const api = fakeApi()
    api.respond('changePassword', { success: true, message: 'Tu contraseña cambió' })
    showSettings()
    await changePassword()
    const confirmation = await screen.findByText('Tu contraseña cambió')
    expect(confirmation.closest('[role=status]')).not.toBeNull()
    expect(confirmation.closest('.bg-negative')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('discards its input when it is closed', async () => {
    showSettings()
    const dialog = await openEntry('Cambiar contraseña')
    await userEvent.type(within(dialog).getByLabelText('Contraseña actual'), 'demo1234')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(document.querySelector('input[name="current_password"]')).toBeNull()
    const again = within(await openEntry('Cambiar contraseña'))
    expect(again.getByLabelText('Contraseña actual')).toHaveProperty('value', '')
  })
})

it('Cerrar sesión asks first if a justification waits on the device', async () => {
  const api = fakeApi()
  api.breakLine('createExcuse')
  showSettings()
  const request = {
    student_id: 1,
    key: crypto.randomUUID(),
    kind: 'arrear',
    from: '2026-10-08',
    to: '2026-10-08',
    reason: 'transport',
    text: '',
    attachment: null,
  } as const
  await queueExcuse({ request, file: null, problem: null })
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cerrar sesión' })
  within(dialog).getByText('Tienes 1 justificación sin enviar. Si cierras sesión, se pierde.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Volver' }))
  expect(getSession().is_authenticated).toBe(true)
})

it('Cerrar sesión signs out without a confirmation', async () => {
  const api = fakeApi()
  api.respond('endSession', { success: true, message: 'Sesión cerrada' })
  api.respond('logout', { success: true, message: 'Sesión cerrada' })
  showSettings()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(getSession().is_authenticated).toBeNull())
  expect(localStorage).toHaveLength(0)
})
