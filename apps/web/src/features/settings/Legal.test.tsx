import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { dispatch } from '../../shared/session/store.ts'
import { aProfile, aStudent } from '../../testing/data/people.ts'
import { openEntry, showSettings } from '../../testing/pages/settings.tsx'

describe('the texts', () => {
  const headings = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
  const read = async (entry: string) => {
    const dialog = await openEntry(entry)
    await within(dialog).findAllByText(/^Versión 1\.4, del \d+ de \S+ de \d{4}/)
    return dialog
  }

  it('of the terms have all their sections and the school’s data', async () => {
    showSettings()
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
      'la secretaría del establecimiento, en Av. Los Aromos 2150, La Florida, teléfono +56 2 0000 0101',
      'El sostenedor del establecimiento es quien ofrece',
      'Superintendencia de Educación',
      'Solo si usted activa «Mostrar detalle» incluyen el nombre del estudiante',
      'La aplicación no emite certificados',
      'un correo con el número de novedades',
    ])
      expect(dialog.textContent).toContain(fact)
  })

  it('of the policy have all their sections, without a date of the law', async () => {
    showSettings()
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
    expect(dialog.textContent).toContain('vio la lista del curso con los contactos de otras familias')
    expect(dialog.textContent).not.toContain('se cierra cuando')
    expect(dialog.textContent).not.toMatch(/diciembre|vigencia/)
  })

  it('omit data that the school’s record lacks', async () => {
    const school = {
      id: 21,
      name: 'Escuela <i>Uno</i>',
      rbd: '1-9',
      address: null,
      phone: null,
      insign: null,
    }
    showSettings(aProfile({ students: [aStudent({ establishment: school })] }))
    const dialog = await read('Términos de uso')
    expect(dialog.textContent).toContain('diríjase a la secretaría del establecimiento.')
    expect(dialog.textContent).toContain('Escuela <i>Uno</i> (RBD 1-9)')
    expect(dialog.textContent).not.toMatch(/null|undefined/)
  })

  it('are also shown to a parent without students', async () => {
    showSettings(aProfile({ students: [] }))
    expect((await read('Política de datos')).textContent).toContain(
      'el sostenedor de su establecimiento educacional',
    )
  })

  it('name the chosen student’s school', async () => {
    const other = { id: 22, name: 'Liceo Dos', rbd: '2-7', address: null, phone: null, insign: null }
    showSettings(aProfile({ students: [aStudent(), aStudent({ id: 2, establishment: other })] }))
    act(() => dispatch({ type: 'studentSelected', student_id: 2 }))
    expect((await read('Términos de uso')).textContent).toContain('Liceo Dos (RBD 2-7)')
  })

  it('are printed by their button', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    showSettings()
    const dialog = await read('Política de datos')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Imprimir' }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('about the app state that the school’s records are authoritative', async () => {
    showSettings()
    const dialog = await openEntry('Acerca de')
    await within(dialog).findByText(/registros de Colegio Los Aromos/)
    expect(dialog.textContent).toContain('prevalecen el libro de clases y los certificados')
  })
})
