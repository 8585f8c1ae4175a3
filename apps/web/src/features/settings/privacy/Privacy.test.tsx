import type { PrivacyResponse } from '@apoderados/contract/privacy'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '../../../testing/fakeApi.ts'
import { showSettings } from '../../../testing/pages/settings.tsx'

const [MARTINA_ID, TOMAS_ID] = [1, 2]
const no = { is_granted: false, since: null }
const student = (student_id: number, is_representative: boolean) => ({
  student_id,
  establishment_id: 1,
  photo: no,
  is_representative,
  may_ask: !is_representative,
})
const request: PrivacyResponse['requests'][number] = {
  id: 5,
  kind: 'access',
  student_id: null,
  establishment_id: 1,
  text: 'Quiero mis datos',
  received_on: '2026-10-06',
  due_on: '2026-11-05',
  days_left: 22,
  is_blocked: false,
  answers: [],
}
const privacy: PrivacyResponse = {
  phone: { is_granted: true, since: '2026-03-12' },
  email: no,
  students: [student(MARTINA_ID, true), student(TOMAS_ID, false)],
  schools: [{ id: 1, name: 'Colegio', controller: null, contact: null }],
  requests: [request],
}

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})

async function openPrivacy() {
  api.respond('getPrivacy', privacy)
  showSettings()
  await userEvent.click(await screen.findByRole('button', { name: /^Privacidad/ }))
  await screen.findByRole('switch', { name: 'Mi teléfono' })
}

it('shows since when each thing is shown, acts at once, and keeps a child’s photo to representatives', async () => {
  await openPrivacy()
  screen.getByText(/^Sí desde el 12 de marzo\. Las familias/)
  expect(screen.getByRole('switch', { name: /^La foto de Martina/ })).toHaveProperty('checked', false)
  expect(screen.queryByRole('switch', { name: /^La foto de Tomás/ })).toBeNull()
  api.respond('setConsent', { success: true, message: 'Guardado. Rige desde ya.' })
  await userEvent.click(screen.getByRole('switch', { name: 'Mi teléfono' }))
  await screen.findByText('Guardado. Rige desde ya.')
  const sent = api.received.find(({ name }) => name === 'setConsent')?.request
  expect(sent).toMatchObject({ kind: 'phone', student_id: null, is_granted: false })
})

it('shows the clock of a request, and sends another', async () => {
  await openPrivacy()
  screen.getByText('Recibida el 6 de octubre. Dirección responde hasta el 5 de noviembre: quedan 22 días.')
  await userEvent.click(screen.getByRole('button', { name: /^Nueva solicitud/ }))
  await userEvent.click(screen.getByRole('radio', { name: /^Rectificación/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Cuenta qué pides' }), 'Mi apellido')
  api.respond('createDataRequest', {
    success: true,
    message: 'Solicitud enviada',
    id: 6,
    due_on: '2026-11-20',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar solicitud' }))
  await screen.findByText('Solicitud enviada')
  const sent = api.received.find(({ name }) => name === 'createDataRequest')?.request
  expect(sent).toMatchObject({
    kind: 'rectification',
    establishment_id: 1,
    student_id: null,
    text: 'Mi apellido',
  })
})

it('refuses a request about a child whom the parent does not represent, and names what the child may ask', async () => {
  await openPrivacy()
  await userEvent.click(screen.getByRole('button', { name: /^Nueva solicitud/ }))
  await userEvent.click(screen.getByRole('radio', { name: /^Supresión/ }))
  await userEvent.selectOptions(screen.getByRole('combobox'), `student ${TOMAS_ID}`)
  screen.getByText('Solo un representante legal puede pedir la supresión. Conversa con el colegio.')
  screen.getByText(/ya tiene 14 años: también puede pedirlo por su cuenta/)
  expect(screen.queryByRole('button', { name: 'Enviar solicitud' })).toBeNull()
})

it('is absent with a server that lacks it', async () => {
  api.refuse('getPrivacy', 404)
  showSettings()
  await waitFor(() => expect(api.count('getPrivacy')).toBe(1))
  expect(screen.queryByRole('button', { name: /^Privacidad/ })).toBeNull()
})
