import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { getSession } from '../../shared/session/store.ts'
import { aProfile, aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

const [MARTINA_ID, TOMAS_ID] = [1, 2]
const address = () => location.pathname + location.search
const selectedId = () => getSession().selected_student

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.respond('getNews', { unread: 0, news: [] })
  api.breakLine('getFamilyOverview')
  api.breakLine('getObservations')
  api.respond('getProfile', aProfile())
})

it('chooses the student whom the address names, and keeps the item', async () => {
  signedIn()
  openApp(`/app/observaciones?alumno=${TOMAS_ID}&observacion=31`)
  await heading('Observaciones')
  expect(address()).toBe('/app/observaciones?observacion=31')
  expect(selectedId()).toBe(TOMAS_ID)
  expect(api.received.filter(({ name }) => name === 'getObservations')).toMatchObject([
    { request: { student_id: TOMAS_ID } },
  ])
})

it.each([77, 'x', ''])(
  'opens the choice of student for %j, who is not theirs, without the item',
  async (id) => {
    signedIn()
    openApp(`/app/observaciones?alumno=${id}&observacion=31`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Seleccionar estudiante' }))
    expect(api.count('getObservations')).toBe(0)
    await userEvent.click(dialog.getByRole('button', { name: /^Tomás/ }))
    await heading('Observaciones')
    expect([selectedId(), address()]).toEqual([TOMAS_ID, '/app/observaciones'])
  },
)

it('opens the page of the selected student if the choice is closed', async () => {
  signedIn()
  openApp('/app/observaciones?alumno=77&observacion=31')
  const dialog = within(await screen.findByRole('dialog', { name: 'Seleccionar estudiante' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await heading('Observaciones')
  expect([selectedId(), address()]).toEqual([MARTINA_ID, '/app/observaciones'])
})

it('offers no choice to a parent of one student', async () => {
  const one = aProfile({ students: [aStudent()] })
  api = fakeApi()
  api.respond('getProfile', one)
  signedIn(one)
  openApp('/app/observaciones?alumno=77&observacion=31')
  await heading('Observaciones')
  expect([selectedId(), address()]).toEqual([MARTINA_ID, '/app/observaciones'])
})

it('finds a student whom the school has added since the profile was stored', async () => {
  signedIn(aProfile({ students: [aStudent()] }))
  openApp(`/app/observaciones?alumno=${TOMAS_ID}`)
  await waitFor(() => expect([selectedId(), address()]).toEqual([TOMAS_ID, '/app/observaciones']))
  await heading('Observaciones')
})
