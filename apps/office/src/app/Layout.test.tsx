import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../testing/fakeOffice.ts'
import { meAs, openOffice, respondQuietToday } from '../testing/openOffice.tsx'

test('the menu has the pages of the role, and the address of another page is refused', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('inspection'))
  openOffice('/colegios/1/ajustes')
  await screen.findByRole('heading', { level: 1, name: officeMessages.forbidden })
  const names = within(screen.getByRole('navigation')).getAllByRole('link')
  expect(names.map((link) => link.textContent)).toEqual([
    'Hoy',
    'Personas',
    'Justificaciones',
    'Comunicados',
    'Registro',
  ])
  expect(office.requestsOf('listStaff')).toEqual([])
})

test('G and a letter open a page, but not while writing', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  respondQuietToday(office)
  openOffice('/colegios/1/hoy')
  await screen.findByText('Nada espera por usted.')
  await userEvent.keyboard('gr')
  await screen.findByRole('heading', { level: 1, name: 'Registro' })
  await userEvent.click(screen.getByRole('combobox', { name: 'Acción' }))
  await userEvent.keyboard('gh')
  expect(location.pathname).toBe('/colegios/1/registro')
})

test('signing out forgets what was read', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  respondQuietToday(office)
  office.respond('signOut', { success: true, message: officeMessages.signedOut })
  openOffice('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }))
  await screen.findByRole('button', { name: 'Continuar' })
  expect(office.requestsOf('signOut')).toHaveLength(1)
})
