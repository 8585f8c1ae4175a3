import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, respondQuietToday } from '../../testing/openOffice.tsx'

const request: OfficeResponseOf<'listDataRequests'>['requests'][number] = {
  id: 7,
  kind: 'block',
  guardian: 'Claudia Araya',
  received_at: '2026-10-13T21:05:00Z',
  due_on: '2026-10-15',
  days_left: 1,
  is_blocked: true,
}
const detail: OfficeResponseOf<'getDataRequest'> = {
  ...request,
  text: 'Hay un error en la ficha',
  sender: { id: 3, name: 'Claudia Araya', email: 'claudia@example.com', phone: null },
  student: { id: 4, name: 'Tomás Araya', is_represented: false, may_ask: true },
  answers: [],
  acts: [],
}

test('a director reads what was asked, and answers it with a template', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('direction'))
  office.respond('listDataRequests', { requests: [request], total: 1, pending: 1 })
  office.respond('getDataRequest', detail)
  office.respond('answerDataRequest', { success: true, message: 'Respuesta enviada' })
  openOffice('/colegios/1/solicitudes')
  await userEvent.click(await screen.findByRole('button', { name: /Bloqueo · Claudia Araya/ }))
  await screen.findByText('Hay un error en la ficha')
  screen.getByText('No figura como representante legal')
  screen.getByText('Tomás Araya, de 14 años o más')
  const answer = screen.getByRole('button', { name: 'Responder' })
  expect(answer).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Acogida' }))
  await userEvent.click(screen.getByRole('button', { name: 'Modelos de respuesta' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bloqueo acogido' }))
  await userEvent.click(answer)
  await screen.findByText('Respuesta enviada')
  const [sent] = office.requestsOf('answerDataRequest')
  expect(sent).toMatchObject({ outcome: 'granted', answers: 0, text: expect.stringContaining('Acogimos') })
})

test('Hoy lists them with their clocks, also for a secretary, who reads no more', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  respondQuietToday(office, [request, { ...request, id: 8, kind: 'access', days_left: -2 }])
  openOffice('/colegios/1/hoy')
  const heading = await screen.findByRole('heading', { name: 'Solicitudes con plazo' })
  const card = within(heading.closest('section') as HTMLElement)
  card.getByText('Queda 1 día hábil')
  card.getByText('Vencida hace 2 días')
  await userEvent.click(card.getByRole('link', { name: /Bloqueo · Claudia Araya/ }))
  await screen.findByText('Su rol ve de una solicitud su tipo, quién la envió y su plazo.')
  expect(office.requestsOf('getDataRequest')).toEqual([])
})
