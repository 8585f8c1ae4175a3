import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, respondSettings, staffMember } from '../../testing/openOffice.tsx'

async function openDialog(item: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Acciones de Manuel Orellana Cea' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('an invitation asks for the second factor when the server wants it, and is then sent', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  respondSettings(office)
  office.respond('listStaff', { staff: [] })
  office.respond('listStaff', { staff: [staffMember({ name: 'Ana Soto', state: 'invited' })] })
  office.refuse('inviteStaff', 403, officeMessages.confirmFirst, { reason: 'confirm' })
  office.respond('inviteStaff', { success: true, message: officeMessages.invitationSent })
  office.respond('confirm', { success: true, message: officeMessages.confirmed })
  openOffice('/colegios/1/ajustes')

  await userEvent.click(await screen.findByRole('button', { name: 'Agregar' }))
  await userEvent.type(await screen.findByLabelText('Nombre y apellidos'), 'Ana Soto')
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'ana@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar la invitación' }))
  await screen.findByText('Elija un rol')
  await userEvent.click(screen.getByLabelText('Secretaría'))
  await userEvent.click(screen.getByRole('button', { name: 'Enviar la invitación' }))

  const confirmation = await screen.findByRole('dialog', { name: officeMessages.confirmFirst })
  await userEvent.type(within(confirmation).getByLabelText('Código de 6 cifras'), '123456')
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Confirmar' }))
  await screen.findByText(officeMessages.invitationSent)
  await screen.findByText('Invitación enviada')
  expect(office.requestsOf('inviteStaff').at(-1)).toEqual({
    school_id: 1,
    name: 'Ana Soto',
    email: 'ana@example.com',
    role: 'secretary',
  })
})

test('a change of role names who changed the member meanwhile', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  respondSettings(office)
  office.respond('listStaff', { staff: [staffMember({})] })
  office.refuse('changeStaffRole', 409, officeMessages.changedMeanwhile, {
    conflict: { by: 'Hernán Poblete', at: '2026-10-14T13:47:00.000Z', current: 'secretary' },
  })
  openOffice('/colegios/1/ajustes')
  await openDialog('Cambiar el rol')
  await userEvent.click(await screen.findByLabelText('Dirección'))
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar el rol' }))
  await screen.findByText('Hernán Poblete cambió esto a las 10:47')
  const { changed_at } = staffMember({})
  const sent = { school_id: 1, staff_id: 8, role: 'direction', changed_at }
  expect(office.requestsOf('changeStaffRole')).toEqual([sent])
})

test('an access is ended after a question', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  respondSettings(office)
  office.respond('listStaff', { staff: [staffMember({})] })
  office.respond('listStaff', { staff: [] })
  office.respond('endStaff', { success: true, message: officeMessages.accessEnded })
  openOffice('/colegios/1/ajustes')
  await openDialog('Terminar el acceso')
  expect(office.requestsOf('endStaff')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Terminar el acceso' }))
  await screen.findByText(officeMessages.accessEnded)
  expect(screen.queryByText('Manuel Orellana Cea')).toBeNull()
})
