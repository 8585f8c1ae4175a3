import type { NewsItem } from '@apoderados/contract/news'
import type { Observation } from '@apoderados/contract/observations'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { dispatch } from '../../shared/session/store.ts'
import { aNewsItem } from '../../testing/data/aNewsItem.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { daysOf2026 } from '../../testing/data/calendarDays.ts'
import { anEvent } from '../../testing/data/events.ts'
import { aProfile, tomas } from '../../testing/data/people.ts'
import { simulateDesktop, simulatePhone } from '../../testing/desktop.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

const anObservation = (id: number): Observation => ({
  id,
  date: '2026-08-14',
  observation: 'Ayuda a sus compañeros.',
  subject: null,
  employee: null,
  observation_event: { description: 'Respeto', event_type: 'positive' },
  in_class: true,
  where_is: null,
  course: { description: '5° Básico', letter: 'A' },
})
const observationNews = (id: number, changes: Partial<NewsItem> = {}) =>
  aNewsItem({ id, kind: 'observation', change: 'added', item_id: id, ...changes })
const responseWithReadNews = (news: NewsItem[]) => ({
  unread: 0,
  news: news.map((item) => ({ ...item, is_unread: false })),
})
const respondWithUnreadNews = (news: NewsItem[]) => ({ unread: news.length, news })
/** The default `published_at` of `aNewsItem`, up to which a page marks its news as read. */
const PUBLISHED_AT = '2026-08-17T17:00:00-04:00'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  signedIn()
  simulateDesktop()
  api = fakeApi()
  api.respond('getProfile', aProfile())
  api.respond('markNewsRead', { success: true, message: 'Novedades leídas' })
  api.respond('getObservations', {
    observations: { positive: [anObservation(5), anObservation(6)], negative: [], neutral: [] },
  })
  api.respond('getArrears', {
    arrears: [{ id: 8, date_late: '2026-08-13T12:10:00Z', status: 'pending', observation: null }],
    attendance_percentage: 90,
  })
  api.respond('getAttendanceDays', {
    days: [{ date: '2026-08-14', status: 'absent' }],
    remaining_days: null,
  })
  api.respond('getSubPeriods', [
    { id: 3, name: '1° Semestre' },
    { id: 4, name: '2° Semestre' },
  ])
  api.respond('getPeriodQualifications', {
    averages: [anAverage({ id: 9 }), anAverage({ id: 10, subject: 'Inglés' })],
    average: 5.4,
  })
  api.respond('getPeriodMarks', { rounding: 'round', uses_weights: false, subjects: [] })
  api.respond('getCalendar', { employee_schedules: {} })
  api.respond('getCalendarDays', daysOf2026())
  api.respond('countDiaryEvents', { diary_counts: {} })
  api.respond('getDiaryEvents', [anEvent({ id: 31 }), anEvent({ id: 32, title: 'Otra prueba' })])
})

const markRequests = () =>
  api.received.flatMap(({ name, request }) => (name === 'markNewsRead' ? [request] : []))
const menu = async () => within(await screen.findByRole('navigation', { name: 'Menú principal' }))
const markedTexts = async () =>
  (await screen.findAllByText('Nuevo')).map((mark) => mark.closest('li')?.textContent)

it('counts the unread news of the chosen student by page in the menu', async () => {
  const tomasObservation = observationNews(7, { student_id: tomas.id })
  api.respond(
    'getNews',
    respondWithUnreadNews([observationNews(5), observationNews(6), aNewsItem(), tomasObservation]),
  )
  openApp('/app/companeros')
  const links = await menu()
  await links.findByRole('link', { name: 'Observaciones, 2 nuevas' })
  links.getByRole('link', { name: 'Calificaciones, 1 nueva' })
  links.getByRole('link', { name: 'Agenda' })
  act(() => dispatch({ type: 'studentSelected', student_id: tomas.id }))
  await links.findByRole('link', { name: 'Observaciones, 1 nueva' })
})

it('marks new observations while the page is open, and as read on the server', async () => {
  const news = [observationNews(5)]
  api.respond('getNews', respondWithUnreadNews(news))
  openApp('/app/observaciones')
  const links = await menu()
  await links.findByRole('link', { name: 'Observaciones, 1 nueva' })
  expect(await markedTexts()).toEqual([expect.stringContaining('Respeto')])
  await waitFor(() =>
    expect(markRequests()).toContainEqual({
      student_id: 1,
      kind: 'observation',
      until: PUBLISHED_AT,
      ids: [5],
    }),
  )

  api.respond('getNews', responseWithReadNews(news))
  const refetch = () => act(() => queryClient.refetchQueries({ queryKey: ['getNews'] }))
  await refetch() // the fake server repeats its earlier response before the new one
  await refetch()
  await links.findByRole('link', { name: 'Observaciones' })
  expect(await markedTexts()).toHaveLength(1)
  await userEvent.click(links.getByRole('link', { name: 'Asistencia' }))
  await heading('Asistencia')
  await userEvent.click(links.getByRole('link', { name: 'Observaciones' }))
  await screen.findByRole('region', { name: 'Positivas, 2' })
  expect(screen.queryByText('Nuevo')).toBeNull()
})

it.each<[string, Partial<NewsItem>, RegExp]>([
  ['/app/calificaciones', { kind: 'grade' }, /^Matemática/],
  ['/app/asistencia', { kind: 'arrear', item_id: 8, day: '2026-08-13' }, /^13-08-2026/],
  ['/app/asistencia', { kind: 'absence', item_id: null }, /14-08-2026/],
  ['/app/agenda?dia=2026-08-14', { kind: 'event' }, /^Prueba Unidad 2/],
  ['/app/agenda?dia=2026-08-14', { kind: 'document' }, /^Prueba Unidad 2/],
])('marks on %s what is new: %j', async (path, changes, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-17T21:30:00Z') })
  api.respond('getNews', respondWithUnreadNews([aNewsItem(changes)]))
  openApp(path)
  expect(await markedTexts()).toEqual([expect.stringMatching(text)])
  await waitFor(() =>
    expect(markRequests()).toContainEqual({
      student_id: 1,
      kind: changes.kind,
      until: PUBLISHED_AT,
      ids: [1],
    }),
  )
  vi.useRealTimers()
})

it('marks a new timetable as read, which has no mark', async () => {
  api.respond('getNews', respondWithUnreadNews([aNewsItem({ kind: 'timetable', item_id: null })]))
  openApp('/app/horario')
  await waitFor(() =>
    expect(markRequests()).toContainEqual({
      student_id: 1,
      kind: 'timetable',
      until: PUBLISHED_AT,
      ids: [1],
    }),
  )
})

it('leaves unread what the page does not show', async () => {
  const event = (id: number, day: string, published_at: string) =>
    aNewsItem({ id, kind: 'event', change: 'added', item_id: id, day, published_at })
  const news = [
    event(31, '2026-08-14', '2026-08-17T17:00:00-04:00'),
    event(40, '2026-08-20', '2026-08-17T16:00:00-04:00'),
    event(32, '2026-08-14', '2026-08-17T15:00:00-04:00'),
  ]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-17T21:30:00Z') })
  api.respond('getNews', respondWithUnreadNews(news))
  openApp('/app/agenda?dia=2026-08-14')
  expect(await markedTexts()).toHaveLength(2)
  await waitFor(() =>
    expect(markRequests()).toEqual([{ student_id: 1, kind: 'event', until: PUBLISHED_AT, ids: [31, 32] }]),
  )
  screen.getByRole('button', { name: 'jueves 20 de agosto de 2026, con novedades' })
  vi.useRealTimers()
})

it('marks the tab of a period with unread news until it is selected', async () => {
  api.respond('getNews', respondWithUnreadNews([aNewsItem({ sub_period_id: 4 })]))
  openApp('/app/calificaciones')
  await userEvent.click(await screen.findByRole('tab', { name: '2° Semestre, con novedades' }))
  await waitFor(() => expect(markRequests()).toHaveLength(1))
  api.respond('getNews', responseWithReadNews([aNewsItem({ sub_period_id: 4 })]))
  await act(() => queryClient.refetchQueries({ queryKey: ['getNews'] }))
  await act(() => queryClient.refetchQueries({ queryKey: ['getNews'] }))
  await screen.findByRole('tab', { name: '2° Semestre' })
})

it('counts them on a phone by page in the bottom bar, where the menu has the rest', async () => {
  simulatePhone()
  api.respond('getNews', respondWithUnreadNews([observationNews(5), aNewsItem()]))
  openApp('/app/companeros')
  const bar = within(await screen.findByRole('navigation', { name: 'Accesos' }))
  await bar.findByRole('link', { name: 'Notas, 1 nueva' })
  bar.getByRole('button', { name: 'Menú, 1 nueva' })
  bar.getByRole('link', { name: 'Agenda' })
})

it('counts them for each child in the choice of a student', async () => {
  simulatePhone()
  api.respond('getFamilyOverview', { students: [], events: [] })
  api.respond(
    'getNews',
    respondWithUnreadNews([observationNews(5), aNewsItem({ id: 2, student_id: tomas.id }), aNewsItem()]),
  )
  openApp('/app/companeros')
  await userEvent.click(await screen.findByRole('button', { name: /^MSMartina|Martina Sepúlveda/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Seleccionar estudiante' }))
  dialog.getByRole('button', { name: /Martina Sepúlveda, 2 nuevas/ })
  dialog.getByRole('button', { name: /Tomás Sepúlveda, 1 nueva/ })
})

it('does not count a page in the background as seen', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  api.respond('getNews', respondWithUnreadNews([observationNews(5)]))
  openApp('/app/observaciones')
  await markedTexts()
  expect(markRequests()).toEqual([])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(markRequests()).toHaveLength(1))
})

it('has no count in the menu without a response', async () => {
  api.refuse('getNews', 500, 'El servicio no responde')
  openApp('/app/companeros')
  await screen.findByRole('button', { name: 'Novedades' })
  await waitFor(() => expect(api.count('getNews')).toBeGreaterThan(0))
  expect((await menu()).getByRole('link', { name: 'Observaciones' }).textContent).toBe('Observaciones')
})
