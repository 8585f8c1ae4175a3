import type { NewsItem } from '@apoderados/contract/news'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { dispatch, getSession } from '../../shared/session/store.ts'
import { aNewsItem } from '../../testing/data/aNewsItem.ts'
import { aStudent, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { NewsBell } from './NewsBell.tsx'

const tomasNewsFields = { student_id: tomas.id }

function renderBell(news: NewsItem[]) {
  const unread = news.filter(({ is_unread }) => is_unread).length
  const api = fakeApi()
  api.respond('getNews', { unread, news })
  api.respond('markNewsRead', { success: true, message: 'Novedades leídas' })
  signedIn()
  const onSelect = vi.fn()
  const bell = () => <NewsBell students={[aStudent(), tomas]} selected={aStudent()} onSelect={onSelect} />
  const { rerender } = render(bell())
  return { api, onSelect, rerender: () => rerender(bell()) }
}
const openSheet = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Novedades' }))
}

it('says how many news are unread, and lists them by day and child', async () => {
  renderBell([
    aNewsItem({ id: 3, published_at: '2026-08-17T17:00:00-04:00' }),
    aNewsItem({ ...tomasNewsFields, id: 2, published_at: '2026-08-14T17:00:00-04:00', is_unread: false }),
  ])
  const dialog = await openSheet('Novedades, 1 sin leer')
  expect(
    dialog
      .getAllByRole('button')
      .slice(2) // after `Cerrar` and `Marcar todo como leído`
      .map((row) => row.textContent),
  ).toEqual([
    'Matemática · Prueba 2: 5,4 → 5,8 Martina · 17:00 Nuevo ',
    'Matemática · Prueba 2: 5,4 → 5,8 Tomás · 17:00',
  ])
  dialog.getByRole('region', { name: 'Viernes 14 de agosto' })
})

it('lists a change that concerns two children once', async () => {
  const event = { id: 5, kind: 'event' as const, change: 'added' as const, title: 'Reunión', subject: null }
  renderBell([aNewsItem(event), aNewsItem({ ...event, ...tomasNewsFields })])
  const dialog = await openSheet('Novedades, 2 sin leer')
  expect(dialog.getAllByText('Nuevo')).toHaveLength(1)
  dialog.getByText('Martina y Tomás · 17:00')
})

const markRequests = (api: ReturnType<typeof fakeApi>) =>
  api.received.flatMap(({ name, request }) => (name === 'markNewsRead' ? [request] : []))

it('lists a notice to the courses of two children once', async () => {
  const notice = { kind: 'notice', title: 'Reunión', item_id: 7, new_value: '1' } as const
  renderBell([aNewsItem({ ...notice, id: 5 }), aNewsItem({ ...tomasNewsFields, ...notice, id: 6 })])
  await userEvent.click(await screen.findByRole('button', { name: /^Novedades/ }))
  expect(await screen.findAllByRole('button', { name: /Reunión/ })).toHaveLength(1)
})

it('marks nothing as read when it is opened, and all of it with a button', async () => {
  const { api } = renderBell([aNewsItem({ id: 2 }), aNewsItem({ ...tomasNewsFields, id: 1 })])
  api.respond('getNews', { unread: 0, news: [aNewsItem({ id: 2, is_unread: false })] })
  const dialog = await openSheet('Novedades, 2 sin leer')
  expect(dialog.getAllByText('Nuevo')).toHaveLength(2)
  expect(api.count('markNewsRead')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar todo como leído' }))
  await screen.findByRole('button', { name: 'Novedades', hidden: true })
  const until = aNewsItem().published_at
  expect(markRequests(api)).toEqual([
    { student_id: 1, kind: null, until },
    { student_id: tomas.id, kind: null, until },
  ])
  expect(dialog.queryByText('Nuevo')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Marcar todo como leído' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Novedades')
})

it('marks the opened item alone as read, for each child whom it concerns', async () => {
  const event = { kind: 'event' as const, change: 'added' as const, title: 'Reunión', subject: null }
  const { api } = renderBell([
    aNewsItem({ ...event, id: 5 }),
    aNewsItem({ ...event, ...tomasNewsFields, id: 5 }),
    aNewsItem({ ...event, id: 4, title: 'Otra' }),
  ])
  const dialog = await openSheet('Novedades, 3 sin leer')
  await userEvent.click(dialog.getByRole('button', { name: /^Reunión/ }))
  const mark = { kind: 'event', until: aNewsItem().published_at, ids: [5] }
  await waitFor(() =>
    expect(markRequests(api)).toEqual([
      { ...mark, student_id: 1 },
      { ...mark, student_id: tomas.id },
    ]),
  )
})

it('asks once, and keeps its number, when the profile arrives later with the same children', async () => {
  const { api, rerender } = renderBell([aNewsItem()])
  await screen.findByRole('button', { name: 'Novedades, 1 sin leer' })
  const { profile } = getSession()
  if (!profile) throw new Error('no profile')
  act(() => dispatch({ type: 'profileLoaded', profile: structuredClone(profile) }))
  rerender()
  screen.getByRole('button', { name: 'Novedades, 1 sin leer' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(api.count('getNews')).toBe(1)
})

it('forgets the news of all children when one of them has left the list', async () => {
  const { api, rerender } = renderBell([aNewsItem({ ...tomasNewsFields })])
  api.respond('getNews', { unread: 0, news: [] })
  await screen.findByRole('button', { name: 'Novedades, 1 sin leer' })
  const { profile } = getSession()
  if (!profile) throw new Error('no profile')
  act(() => dispatch({ type: 'profileLoaded', profile: { ...profile, students: [aStudent()] } }))
  rerender()
  screen.getByRole('button', { name: 'Novedades' })
  await waitFor(() => expect(api.count('getNews')).toBe(2))
})

it('opens the page of a change, for the child whom it concerns', async () => {
  const { onSelect } = renderBell([aNewsItem({ ...tomasNewsFields })])
  const dialog = await openSheet('Novedades, 1 sin leer')
  await userEvent.click(dialog.getByRole('button', { name: /Matemática/ }))
  expect(onSelect).toHaveBeenCalledWith(tomas)
  expect(location.pathname + location.search).toBe('/app/calificaciones?periodo=3&asignatura=9')
})

it('claims nothing when the news could not be loaded', async () => {
  fakeApi().refuse('getNews', 500, 'El servicio no responde')
  signedIn()
  render(<NewsBell students={[aStudent()]} selected={aStudent()} onSelect={vi.fn()} />)
  const dialog = await openSheet('Novedades')
  await dialog.findByText('El servicio no responde')
  dialog.getByText('Sin Elementos.')
  expect(dialog.queryByText(/verás aquí/)).toBeNull()
})
