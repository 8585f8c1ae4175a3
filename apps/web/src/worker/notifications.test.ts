import { expect, it, vi } from 'vitest'
import { type Clients, openPush, showPush, type WindowClient } from './notifications.ts'

type ShownNotification = NotificationOptions & { title: string; renotify?: boolean }

/** A service worker's registration that keeps one notification per tag, as browsers do. */
function aRegistration() {
  const shown = new Map<string, ShownNotification>()
  const registration = {
    getNotifications: async ({ tag = '' }) => [shown.get(tag)].filter(Boolean),
    showNotification: async (title: string, options: ShownNotification) => {
      shown.set(options.tag ?? '', { ...options, title })
    },
  }
  return { shown, registration: registration as unknown as ServiceWorkerRegistration }
}

const gradesPush = (batch: string, body: string) => ({
  title: 'Apoderados',
  body,
  tag: '17-grade',
  batch,
  url: '/app/calificaciones?alumno=17&periodo=3&asignatura=9',
})

/** Returns the notifications that are shown after these pushes. */
async function shownAfter(...payloads: (object | string | undefined)[]) {
  const { registration, shown } = aRegistration()
  for (const payload of payloads)
    await showPush(registration, typeof payload === 'object' ? JSON.stringify(payload) : payload)
  return [...shown.values()]
}

it('shows a push with its text, in Spanish, and opens its page later', async () => {
  expect(await shownAfter(gradesPush('31-32', '2 calificaciones nuevas'))).toEqual([
    {
      title: 'Apoderados',
      body: '2 calificaciones nuevas',
      tag: '17-grade',
      renotify: true,
      lang: 'es-CL',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { batch: '31-32', path: '/app/calificaciones?alumno=17&periodo=3&asignatura=9' },
    },
  ])
})

const bodiesAndSounds = (all: ShownNotification[]) => all.map(({ body, renotify }) => [body, renotify])

it('replaces the notification of the same child and kind by a newer one, with a sound', async () => {
  const later = await shownAfter(gradesPush('31-32', 'dos'), gradesPush('33-35', 'tres'))
  expect(bodiesAndSounds(later)).toEqual([['tres', true]])
})

it.each([
  ['repeated', '33-35'],
  ['older', '31-32'],
])('a push that is %s leaves the shown one, without a sound', async (_, batch) => {
  const later = await shownAfter(gradesPush('33-35', 'tres'), gradesPush(batch, 'dos'))
  expect(bodiesAndSounds(later)).toEqual([['tres', false]])
  expect(later[0]?.data.batch).toBe('33-35')
})

it('shows each test notification as new', async () => {
  const again = await shownAfter(gradesPush('a1', 'una prueba'), gradesPush('b2', 'otra'))
  expect(bodiesAndSounds(again)).toEqual([['otra', true]])
})

it('keeps notifications of other children and kinds', async () => {
  const other = { ...gradesPush('31-32', 'otra'), tag: '17-event' }
  expect(await shownAfter(gradesPush('31-32', 'una'), other)).toHaveLength(2)
})

it.each([undefined, '', 'texto', 'null', '7', '{}', { title: 7, body: null, tag: [], url: {} }])(
  'shows a general text for the unreadable payload %j',
  async (payload) => {
    expect(await shownAfter(payload)).toMatchObject([
      { title: 'Apoderados', body: 'Hay novedades del colegio.', tag: 'news', data: { path: '/app/inicio' } },
    ])
  },
)

it.each([
  'https://evil.example/app/agenda',
  '//evil.example/app/agenda',
  '/login',
  '/app',
  '/app/../login',
  '/app/%2e%2e/login',
  '/application',
  'javascript:alert(1)',
  'http://',
])('a notification with the address %s opens Inicio', async (url) => {
  const [shown] = await shownAfter({ ...gradesPush('1-1', 'una'), url })
  expect(shown?.data.path).toBe('/app/inicio')
})

function aWindow(focused: boolean) {
  const window: WindowClient = {
    focused,
    focus: vi.fn(async () => window),
    navigate: vi.fn(async () => window),
  }
  return window
}

async function tap(windows: WindowClient[]) {
  const notification = { close: vi.fn(), data: { batch: '1-1', path: '/app/agenda?alumno=2' } }
  const openWindow = vi.fn(async () => null)
  const clients: Clients = { matchAll: async () => windows, openWindow }
  await openPush(clients, notification as unknown as Notification)
  expect(notification.close).toHaveBeenCalledOnce()
  return openWindow.mock.calls
}

it('a tap opens the page in the window in use', async () => {
  const windows = [aWindow(false), aWindow(true)]
  expect(await tap(windows)).toEqual([])
  expect(windows.map(({ navigate }) => vi.mocked(navigate).mock.calls)).toEqual([
    [],
    [['/app/agenda?alumno=2']],
  ])
})

it('a tap opens a window if the app has none, or if it was closed meanwhile', async () => {
  expect(await tap([])).toEqual([['/app/agenda?alumno=2']])
  const refuse = () => Promise.reject(new TypeError('closed'))
  const closed: WindowClient = { focused: false, focus: refuse, navigate: refuse }
  expect(await tap([closed])).toEqual([['/app/agenda?alumno=2']])
})
