import { isNewer, type Message, readMessage } from './message.ts'

/** A service worker's clients, the windows of the app; the DOM's types lack them. */
export type Clients = {
  matchAll(options: { type: 'window' }): Promise<WindowClient[]>
  openWindow(address: string): Promise<WindowClient | null>
}
export type WindowClient = {
  focused: boolean
  focus(): Promise<WindowClient>
  navigate(address: string): Promise<WindowClient | null>
}

type NotificationData = Pick<Message, 'batch' | 'path'>

/** `renotify`, which the DOM's types lack, is whether a notification that replaces another one makes a sound again. */
type ShowOptions = NotificationOptions & { renotify: boolean }

/**
 * Shows a push as a notification, which replaces the one with the same tag: that of the same child and kind of news. A
 * repeated push, or an older one that arrives late, shows the existing notification again, without a sound.
 */
export async function showPush(registration: ServiceWorkerRegistration, payload: string | undefined) {
  const { title, body, tag, ...data } = readMessage(payload)
  const [shown] = await registration.getNotifications({ tag })
  const known: NotificationData | undefined = shown?.data ?? undefined
  const isNew = !shown || isNewer(data.batch, known?.batch ?? '')
  const options: ShowOptions = {
    body: isNew ? body : shown.body,
    tag,
    renotify: isNew,
    data: isNew ? data : known,
    lang: 'es-CL',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
  }
  await registration.showNotification(isNew ? title : shown.title, options)
}

/** Opens the page of a tapped notification in a window of the app that is open, else in a new one. */
export async function openPush(clients: Clients, notification: Notification): Promise<void> {
  notification.close()
  const { path }: NotificationData = notification.data
  const windows = await clients.matchAll({ type: 'window' })
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  const opened = window && (await openIn(window, path))
  if (!opened) await clients.openWindow(path)
}

/** Opens `path` in the window; null if that is closed. It focuses first, which browsers allow only soon after a tap. */
async function openIn(window: WindowClient, path: string): Promise<WindowClient | null> {
  const focused = window.focus().catch(() => undefined)
  const opened = await window.navigate(path).catch(() => null)
  await focused
  return opened
}
