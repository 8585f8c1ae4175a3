import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { aProfile } from '../../testing/data/people.ts'
import { simulateDesktop } from '../../testing/desktop.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

const MENU_NAME = 'Menú principal'

describe('the menu', () => {
  beforeEach(() => {
    signedIn()
    fakeApi().respond('getProfile', aProfile())
  })

  it('lists the pages in their order, with the parent’s name and role', async () => {
    simulateDesktop()
    openApp('/app/agenda')
    const menu = await screen.findByRole('navigation', { name: MENU_NAME })
    expect(
      within(menu)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Inicio',
      'Agenda',
      'Horario',
      'Calificaciones',
      'Observaciones',
      'Asistencia',
      'Compañeros',
      'Configuraciones',
    ])
    expect(within(menu).getByRole('link', { current: 'page' }).textContent).toBe('Agenda')
    within(menu).getByText('Carolina Andrea Muñoz')
    within(menu).getByText('Apoderada titular')
  })

  it('is rendered on a phone only once it is opened', async () => {
    openApp('/app/agenda')
    await heading('Agenda')
    expect(screen.queryByRole('navigation', { name: MENU_NAME, hidden: true })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Menú' }))
    screen.getByRole('navigation', { name: MENU_NAME })
  })
})
