import type { Excuse } from '@apoderados/contract/excuses'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { getExcuseQueue, sendQueue, startExcuseQueue } from '../../shared/excuses/excuseQueue.ts'
import { dispatch } from '../../shared/session/store.ts'
import { aStudent } from '../../testing/data/people.ts'
import { cachedResponses, replaceDeviceStore } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { AttendancePage } from './AttendancePage.tsx'

replaceDeviceStore()

const LATE = '2026-10-08T08:17:00-03:00'
const anExcuse = (changes: Partial<Excuse> = {}): Excuse => ({
  id: 9,
  kind: 'arrear',
  from: '2026-10-08',
  to: '2026-10-08',
  state: 'pending',
  sent_at: '2026-10-08T19:22:00-03:00',
  sender: 'Paola Huenchul',
  is_own: true,
  reason: 'transport',
  text: 'El Metro estuvo detenido',
  attachment: null,
  answer_by: '2026-10-16',
  decided_at: null,
  explanation: null,
  ...changes,
})

type Days = [date: string, status: 'present' | 'absent'][]

function openPage({ excuses = [], days = [] }: { excuses?: Excuse[]; days?: Days } = {}) {
  const server = fakeApi()
  const status = excuses.find(({ kind }) => kind === 'arrear')?.state ?? 'created'
  server.respond('getArrears', {
    arrears: [{ id: 1, date_late: LATE, status: status as 'created', observation: null }],
    attendance_percentage: 90,
  })
  server.respond('getAttendanceDays', {
    days: days.map(([date, status]) => ({ date, status })),
    remaining_days: null,
  })
  server.respond('getExcuses', { excuses, answer_days: 5, accepts_pdf: false, counts_justified: true })
  signedIn()
  render(<AttendancePage student={aStudent()} />)
  return server
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const sent = (server: ReturnType<typeof fakeApi>) =>
  server.received.flatMap(({ name, request }) => (name === 'createExcuse' ? request : []))

async function fillIn() {
  await userEvent.click(await screen.findByRole('radio', { name: 'Transporte' }))
  await userEvent.type(screen.getByLabelText('Cuéntalo en pocas palabras'), 'El Metro')
  await click('Enviar justificación')
}

it('a late arrival is justified without a connection, waits on the device and is sent once', async () => {
  const server = openPage()
  await click(/08-10-2026/)
  await click('Justificar')
  await click('Enviar justificación')
  await screen.findByText('Elige un motivo')
  server.breakLine('createExcuse')
  server.respond('createExcuse', { success: true, message: 'Justificación enviada', id: 9 })
  await fillIn()
  await screen.findByText('Se envía sola al volver la conexión')
  expect((await cachedResponses()).map(({ key }) => key[2])).toContain('queuedExcuse')

  await Promise.all([sendQueue(), sendQueue()])
  expect(getExcuseQueue()).toEqual([])
  const [first, second, ...others] = sent(server)
  expect(others).toEqual([])
  expect(second).toEqual(first)
  expect(second).toMatchObject({ kind: 'arrear', from: '2026-10-08', reason: 'transport', text: 'El Metro' })
})

it('a waiting justification survives a new start, and what the school refuses is said', async () => {
  const server = openPage()
  await click(/08-10-2026/)
  await click('Justificar')
  server.breakLine('createExcuse')
  server.refuse('createExcuse', 409, 'El colegio ya la resolvió.')
  await fillIn()
  await screen.findByText('Se envía sola al volver la conexión')
  const stop = startExcuseQueue()
  await screen.findByText('No se pudo enviar: el colegio ya la resolvió.')
  await click('Descartar')
  expect(screen.queryByText(/No se pudo enviar/)).toBeNull()
  stop()
})

it('a sign-out removes what waits', async () => {
  const server = openPage()
  const stop = startExcuseQueue()
  await click(/08-10-2026/)
  await click('Justificar')
  server.breakLine('createExcuse')
  await fillIn()
  await screen.findByText('Se envía sola al volver la conexión')
  dispatch({ type: 'signedOut' })
  expect(getExcuseQueue()).toEqual([])
  stop()
})

it('absent days in a row are justified together, and a day of presence ends them', async () => {
  const server = openPage({
    days: [
      ['2026-10-01', 'absent'],
      ['2026-10-02', 'present'],
      ['2026-10-05', 'absent'],
      ['2026-10-06', 'absent'],
    ],
  })
  server.respond('createExcuse', { success: true, message: 'Justificación enviada', id: 9 })
  await click(/6 de octubre/)
  await click('Justificar inasistencia')
  const from = await screen.findByLabelText('Desde')
  expect(within(from).getAllByRole('option')).toHaveLength(2)
  const until = screen.getByLabelText('Hasta')
  await userEvent.selectOptions(from, '2026-10-05')
  await userEvent.selectOptions(until, '2026-10-05')
  await userEvent.selectOptions(from, '2026-10-06')
  expect(until).toHaveProperty('value', '2026-10-06')
  await userEvent.selectOptions(from, '2026-10-05')
  await fillIn()
  await expect
    .poll(() => sent(server))
    .toMatchObject([{ kind: 'absence', from: '2026-10-05', to: '2026-10-06' }])
})

it('a pending one says who acts next, and its sender withdraws it', async () => {
  const server = openPage({ excuses: [anExcuse()] })
  server.respond('withdrawExcuse', { success: true, message: 'Justificación retirada' })
  await click(/08-10-2026/)
  await screen.findByText('Ahora le toca a Inspectoría')
  screen.getByText('Responde a más tardar el 16 de octubre.')
  await click('Retirar la justificación')
  await expect.poll(() => server.count('withdrawExcuse')).toBe(1)
})

it('a rejected one shows the explanation, and another guardian reads no text', async () => {
  openPage({
    excuses: [
      anExcuse({
        state: 'rejected',
        is_own: false,
        reason: null,
        text: null,
        answer_by: null,
        decided_at: '2026-10-09T11:30:00-03:00',
        explanation: 'Falta la constancia',
      }),
    ],
  })
  await click(/08-10-2026/)
  await screen.findByText('Inspectoría no la aceptó')
  screen.getByText('Falta la constancia')
  screen.getByText('Paola Huenchul envió la justificación')
  expect(screen.queryByText('Lo que escribiste')).toBeNull()
  expect(screen.queryByRole('button', { name: /Retirar|Justificar/ })).toBeNull()
})
