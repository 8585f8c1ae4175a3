import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice } from '../../testing/openOffice.tsx'

type Notice = OfficeResponseOf<'getNotice'>

const notice = (changes: Partial<Notice> = {}): Notice => ({
  id: 4,
  state: 'draft',
  title: '',
  body: '',
  audience: 'courses',
  audience_text: '',
  levels: [],
  course_ids: [],
  students: [],
  files: [],
  staff: 'Marisol Toledo Parra',
  role: 'secretary',
  version: 0,
  hash: null,
  send_at: null,
  sent_at: null,
  ends_on: null,
  withdrawn_at: null,
  withdrawn_by: null,
  asks_receipt: false,
  receipts: null,
  courses: [],
  was_reminded_today: false,
  changed_by: 'Marisol Toledo Parra',
  changed_at: '2026-10-14T13:41:00.000Z',
  ...changes,
})

function office(found: Notice) {
  const fake = fakeOffice()
  fake.respond('getMe', meAs('secretary'))
  fake.respond('getNotice', found)
  fake.respond('getNoticeAudience', {
    courses: [{ id: 9, level: '5° Básico', name: '5° Básico A', students: 33 }],
  })
  fake.respond('getNoticeReach', {
    students: 66,
    guardians: 97,
    push: 84,
    mail: 9,
    app: 0,
    nobody: 4,
    unreached_total: 4,
    unreached: [{ student: 'Gaspar Soto', course: '5° Básico A' }],
    sample: { guardian: 'Paola Huenchul', student: 'Martina Sepúlveda', course: '5° Básico A' },
  })
  fake.respond('listNotices', { notices: [found], total: 1, counts: { sent: 1, scheduled: 0, draft: 0 } })
  return fake
}

test('a draft is written, previewed as a family reads it, and sent with its reach shown', async () => {
  const fake = office(notice())
  fake.respond('saveNotice', { changed_at: '2026-10-14T13:42:00.000Z' })
  fake.respond('sendNotice', { success: true, message: 'Comunicado enviado' })
  openOffice('/colegios/1/comunicados/4')
  await userEvent.type(await screen.findByLabelText('Título'), 'Reunión')
  await userEvent.type(screen.getByLabelText('Mensaje'), 'Los esperamos.')
  await screen.findByText('66 estudiantes, 97 apoderados: 84 por celular, 9 por correo.')
  await userEvent.click(screen.getByRole('button', { name: '4 familias no lo verán' }))
  within(await screen.findByRole('dialog')).getByText('Gaspar Soto')
  await userEvent.keyboard('{Escape}')
  within(screen.getByRole('complementary', { name: 'Vista previa' })).getByText('Los esperamos.')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  await waitFor(() =>
    expect(fake.requestsOf('sendNotice')).toEqual([
      { school_id: 1, notice_id: 4, changed_at: '2026-10-14T13:42:00.000Z' },
    ]),
  )
  expect(fake.requestsOf('saveNotice').at(-1)).toMatchObject({ title: 'Reunión', body: 'Los esperamos.' })
})

test('a save that a colleague was quicker than keeps the text, and may be repeated', async () => {
  const fake = office(notice({ title: 'Antes' }))
  const at = '2026-10-14T13:47:00.000Z'
  fake.refuse('saveNotice', 409, 'Otra persona lo cambió antes', {
    conflict: { by: 'Hernán Poblete', at, current: { title: 'De Hernán' } },
  })
  fake.respond('saveNotice', { changed_at: '2026-10-14T13:48:00.000Z' })
  openOffice('/colegios/1/comunicados/4')
  await userEvent.type(await screen.findByLabelText('Título'), ' y después')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  await screen.findByText(/^Hernán Poblete cambió esto a las/)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar lo mío' }))
  await waitFor(() => expect(fake.requestsOf('saveNotice')).toHaveLength(2))
  expect(fake.requestsOf('saveNotice')[1]).toMatchObject({ title: 'Antes y después', changed_at: at })
})

test('the receipts of a sent notice are counted by course, and who is missing is reminded', async () => {
  const sent = notice({
    state: 'sent',
    title: 'Reglamento interno 2026',
    body: 'Texto',
    version: 3,
    hash: '9f2c41d7',
    sent_at: '2026-09-18T13:00:00.000Z',
    asks_receipt: true,
    audience_text: 'Todo el colegio',
    receipts: { families: 742, received: 618 },
    courses: [{ course_id: 9, name: '5° Básico A', families: 33, received: 29 }],
  })
  const fake = office(sent)
  fake.respond('remindNotice', { success: true, message: 'Recordatorio enviado', families: 124 })
  openOffice('/colegios/1/comunicados?ver=4')
  const panel = within(await screen.findByRole('region', { name: 'Comunicado elegido' }))
  await panel.findByText(/de 742 familias acusaron recibo/)
  panel.getByText(/^Versión 3 · enviado el 18 de septiembre por Marisol Toledo Parra/)
  panel.getByRole('row', { name: /5° Básico A.* 4$/ })
  panel.getByText(/\(9f2c 41d7 …\)/)
  await userEvent.click(panel.getByRole('button', { name: 'Recordar a las 124' }))
  expect(fake.requestsOf('remindNotice')).toEqual([{ school_id: 1, notice_id: 4 }])
})
