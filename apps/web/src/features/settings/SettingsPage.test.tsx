import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { config } from '../../config.ts'
import { dispatch, getSession } from '../../shared/session/store.ts'
import { Toaster } from '../../shared/ui/Toaster.tsx'
import { fakeApi } from '../../testing/fakeApi.ts'
import { aProfile, aStudent } from '../../testing/people.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { SettingsPage } from './SettingsPage.tsx'

const ENTRIES = ['Mi cuenta', 'Cambiar contraseña', 'Acerca de', 'Términos de uso', 'Política de datos']

function show(profile = aProfile()) {
  signedIn(profile)
  render(
    <>
      <SettingsPage />
      <Toaster />
    </>,
  )
}

async function open(entry: string) {
  await userEvent.click(screen.getByRole('button', { name: entry }))
  return screen.getByRole('dialog', { name: entry })
}

const facts = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)

describe('the page', () => {
  it('has its entries in order, each a button that opens a dialog of its name, none open at first', async () => {
    show()
    screen.getByRole('heading', { level: 1, name: 'Configuraciones' })
    expect(screen.queryByRole('dialog')).toBeNull()
    const opening = screen.getAllByRole('button').filter((button) => button.ariaHasPopup === 'dialog')
    expect(opening.map((button) => button.textContent?.trim())).toEqual(ENTRIES)
    for (const entry of ENTRIES) {
      const dialog = await open(entry)
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(document.activeElement?.textContent?.trim()).toBe(entry)
    }
  })

  it('shows who is signed in', () => {
    show(aProfile({ name: 'Ana <b>', permission: null }))
    screen.getByText('Ana <b> Muñoz')
    screen.getByText('apoderada@example.com')
  })

  it('shows the version that the package has', () => {
    show()
    screen.getByText('Versión')
    screen.getByText('1.0.16')
    expect([config.appVersion, packageJson.version]).toEqual(['1.0.16', '1.0.16'])
  })

  it('chooses and keeps the theme; without a choice it is the device’s', async () => {
    show()
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
  it('shows what is known of the parent, the last sign-in by the school’s clock', async () => {
    show(
      aProfile({
        phone: '+56912345678',
        last_login_at: '2026-11-21T01:17:40Z', // the evening before in Chile
      }),
    )
    expect(facts(await open('Mi cuenta'))).toEqual([
      'Nombre: Carolina Andrea Muñoz',
      'RUT: 40.215.347-4',
      'Correo electrónico: apoderada@example.com',
      'Teléfono: +56 9 1234 5678',
      'Permiso: Apoderada titular',
      'Último ingreso: 20-11-2026 22:17',
    ])
  })

  it('has a dash for what is missing, and an IPE by its name', async () => {
    show(aProfile({ permission: null, rut: '100200300', rut_dv: 'k' }))
    expect(facts(await open('Mi cuenta')).slice(1)).toEqual([
      'IPE: 100.200.300-K',
      'Correo electrónico: apoderada@example.com',
      'Teléfono: —',
      'Permiso: —',
      'Último ingreso: —',
    ])
  })

  it('has a dash for a parent without a RUT', async () => {
    show(aProfile({ rut: null, rut_dv: null }))
    expect(facts(await open('Mi cuenta'))[1]).toBe('RUT: —')
  })
})

describe('Cambiar contraseña', () => {
  it('says what the server says in green once it is done, and closes', async () => {
    const api = fakeApi()
    api.answer('changePassword', { success: true, message: 'Tu contraseña cambió' })
    show()
    const dialog = within(await open('Cambiar contraseña'))
    await userEvent.type(dialog.getByLabelText('Contraseña actual'), 'demo1234')
    await userEvent.type(dialog.getByLabelText('Nueva contraseña'), 'Luna verde 27')
    await userEvent.type(dialog.getByLabelText('Confirmar contraseña'), 'Luna verde 27')
    await userEvent.click(dialog.getByRole('button', { name: 'Cambiar contraseña' }))
    await screen.findByText('Tu contraseña cambió')
    const toast = screen.getByRole('status')
    expect([toast.textContent, toast.classList.contains('toast-error')]).toEqual([
      'Tu contraseña cambió',
      false,
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('holds nothing of what was typed once it was closed', async () => {
    show()
    const dialog = await open('Cambiar contraseña')
    await userEvent.type(within(dialog).getByLabelText('Contraseña actual'), 'demo1234')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(document.querySelector('input[name="current_password"]')).toBeNull()
    const again = within(await open('Cambiar contraseña'))
    expect(again.getByLabelText('Contraseña actual')).toHaveProperty('value', '')
  })
})

describe('the texts', () => {
  const headings = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
  const read = async (entry: string) => {
    const dialog = await open(entry)
    await within(dialog).findAllByText(/^Versión 1\.0, del \d+ de \S+ de \d{4}/)
    return dialog
  }

  it('of the terms have all their parts, the school’s record in them', async () => {
    show()
    const dialog = await read('Términos de uso')
    expect(headings(dialog)).toEqual([
      '1. Quiénes somos',
      '2. Quién puede usarla',
      '3. Cuenta y contraseña',
      '4. Qué información muestra y qué valor tiene',
      '5. Uso permitido y prohibido',
      '6. Contacto entre apoderados',
      '7. Notificaciones y calendario del dispositivo',
      '8. Disponibilidad y errores',
      '9. Suspensión y término',
      '10. Propiedad intelectual',
      '11. Cambios',
      '12. Ley chilena y reclamos',
      '13. Contacto, versión y fecha',
    ])
    for (const fact of [
      'Colegio Los Aromos (RBD 90002-8)',
      'la secretaría del establecimiento, en Av. Los Aromos 2150, La Florida, teléfono +56200000101',
      'El sostenedor del establecimiento es quien ofrece',
      'Superintendencia de Educación',
    ])
      expect(dialog.textContent).toContain(fact)
  })

  it('of the policy have all their parts, and no date of the law', async () => {
    show()
    const dialog = await read('Política de datos')
    expect(headings(dialog)).toEqual([
      '1. Responsable y encargado',
      '2. Qué datos tratamos y de dónde vienen',
      '3. Para qué y con qué base',
      '4. Datos de niños, niñas y adolescentes',
      '5. Datos sensibles',
      '6. Quién accede',
      '7. Encargados y transferencias fuera de Chile',
      '8. Plazos de conservación',
      '9. Seguridad y vulneraciones',
      '10. Sus derechos y cómo ejercerlos',
      '11. Padres sin cuidado personal y restricciones judiciales',
      '12. Nombre social',
      '13. Datos en su teléfono',
      '14. Sin decisiones automatizadas ni publicidad',
      '15. Cambios, versión y fecha',
    ])
    expect(dialog.textContent).toContain('treinta días corridos')
    expect(dialog.textContent).toContain('Agencia de Protección de Datos Personales')
    expect(dialog.textContent).not.toMatch(/diciembre|vigencia/)
  })

  it('do without what the school’s record does not have', async () => {
    const school = {
      id: 21,
      name: 'Escuela <i>Uno</i>',
      rbd: '1-9',
      address: null,
      phone: null,
      insign: null,
    }
    show(aProfile({ students: [aStudent({ establishment: school })] }))
    const dialog = await read('Términos de uso')
    expect(dialog.textContent).toContain('diríjase a la secretaría del establecimiento.')
    expect(dialog.textContent).toContain('Escuela <i>Uno</i> (RBD 1-9)')
    expect(dialog.textContent).not.toMatch(/null|undefined/)
  })

  it('are there for a parent without students too', async () => {
    show(aProfile({ students: [] }))
    expect((await read('Política de datos')).textContent).toContain(
      'el sostenedor de su establecimiento educacional',
    )
  })

  it('follow the chosen student’s school', async () => {
    const other = { id: 22, name: 'Liceo Dos', rbd: '2-7', address: null, phone: null, insign: null }
    show(aProfile({ students: [aStudent(), aStudent({ id: 2, establishment: other })] }))
    act(() => dispatch({ type: 'studentSelected', student_id: 2 }))
    expect((await read('Términos de uso')).textContent).toContain('Liceo Dos (RBD 2-7)')
  })

  it('are printed by their button', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    show()
    const dialog = await read('Política de datos')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Imprimir' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('about the app say whose word counts', async () => {
    show()
    const dialog = await open('Acerca de')
    expect(dialog.textContent).toContain('registros de Colegio Los Aromos')
    expect(dialog.textContent).toContain('prevalecen el libro de clases y los certificados')
  })
})

it('Cerrar sesión acts at once', async () => {
  const api = fakeApi()
  api.answer('endSession', { success: true, message: 'Sesión cerrada' })
  api.answer('logout', { success: true, message: 'Sesión cerrada' })
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(getSession().is_authenticated).toBeNull())
  expect(localStorage).toHaveLength(0)
})
