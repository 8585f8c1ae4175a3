import type { Notice } from '@apoderados/contract/notices'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { NoticeCards } from './NoticeCards.tsx'

const aNotice = (changes: Partial<Notice> = {}): Notice => ({
  id: 4,
  version: 1,
  establishment_id: 1,
  student_ids: [aStudent().id],
  title: 'Reglamento interno 2026',
  body: 'Estimadas familias:\n\n- Léalo en [el sitio](https://colegio.cl/r)\n<b>negrita</b>',
  sender: 'Dirección',
  audience: 'Para todas las familias del colegio',
  sent_at: '2026-09-18T10:00:00-03:00',
  corrected_at: null,
  files: [],
  asks_receipt: true,
  received_at: null,
  is_read: false,
  ...changes,
})

function open(address: string, ...responses: Notice[][]) {
  history.replaceState(null, '', address)
  const api = fakeApi()
  for (const notices of responses) api.respond('getNotices', { notices })
  api.respond('getNews', { unread: 0, news: [] })
  api.respond('markNoticeRead', { success: true, message: 'Comunicado leído' })
  signedIn()
  render(<NoticeCards />)
  return api
}

it('asks for the receipt of a notice until it is given', async () => {
  const received_at = '2026-10-14T10:42:00-03:00'
  const api = open(
    '/app/inicio',
    [aNotice()],
    [aNotice({ is_read: true })],
    [aNotice({ is_read: true, received_at })],
  )
  api.respond('acknowledgeNotice', { success: true, message: 'Acuso recibo', received_at })
  await userEvent.click(await screen.findByRole('button', { name: /Reglamento interno 2026/ }))
  expect(location.search).toBe('?comunicado=4')
  const sheet = within(await screen.findByRole('dialog', { name: 'Reglamento interno 2026' }))
  expect(sheet.getByRole('link', { name: 'el sitio' }).getAttribute('href')).toBe('https://colegio.cl/r')
  sheet.getByText('<b>negrita</b>')
  await waitFor(() => expect(api.count('markNoticeRead')).toBe(1))
  await userEvent.click(sheet.getByRole('button', { name: 'Acuso recibo' }))
  await sheet.findByText('Recibido el 14 de octubre, 10:42')
  expect(screen.queryByRole('region', { name: 'Comunicados' })).toBeNull()
})

it('marks a corrected notice, and shows what the server says of an old version', async () => {
  const notice = aNotice({ version: 2, corrected_at: '2026-09-19T09:00:00-03:00', is_read: true })
  const api = open('/app/inicio?comunicado=4', [notice])
  api.refuse('acknowledgeNotice', 409, 'El colegio corrigió este comunicado. Léelo de nuevo.')
  const sheet = within(await screen.findByRole('dialog', { name: 'Reglamento interno 2026' }))
  sheet.getByText('Corregido el 19 de septiembre, 09:00')
  await userEvent.click(sheet.getByRole('button', { name: 'Acuso recibo' }))
  await sheet.findByText('El colegio corrigió este comunicado. Léelo de nuevo.')
})

it('shows no card of a notice that was read, and says when the one of the address is gone', async () => {
  open('/app/inicio?comunicado=9', [aNotice({ asks_receipt: false, is_read: true })])
  await screen.findByText('Este comunicado ya no está. El colegio lo retiró o terminó su plazo.')
  expect(screen.queryByRole('region', { name: 'Comunicados' })).toBeNull()
})
