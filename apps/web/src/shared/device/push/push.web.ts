import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { NotificationSettings } from '@apoderados/contract/notifications'
import { config } from '../../../config.ts'
import { callApi, sendCall } from '../../api/api.ts'
import { sendPushToken } from '../../session/pushToken.ts'
import { dispatch, getSession } from '../../session/store.ts'

/**
 * 'prompt': the parent can be asked; 'granted': this device receives pushes; 'denied': the system or the browser blocks
 * them; 'install': this is a browser of an iPhone or iPad, where only the installed web app can receive them; 'none':
 * this device cannot receive them.
 */
export type PushPermission = 'prompt' | 'granted' | 'denied' | 'install' | 'none'

/** Whether the parent has chosen 'Ahora no' since the start of the app; a browser does not store this choice. */
let isDeclined = false

const canReceive = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this is an iPhone or iPad. An iPad reports that it is a Mac, but no Mac has a touch screen. */
const isIphoneOrIpad = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

function currentPermission(): PushPermission {
  if (!canReceive()) return isIphoneOrIpad() ? 'install' : 'none'
  if (Notification.permission === 'denied') return 'denied'
  const isSubscribed = Notification.permission === 'granted' && getSession().push_token !== null
  return isSubscribed ? 'granted' : 'prompt'
}

export async function pushPermission() {
  return { permission: currentPermission(), isDeclined }
}

/** Returns the registration of the service worker. @throws if there is none, as on the development server */
async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, config.codeDeadlineMs, new Error('late')))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** Subscribes with the server's key. It replaces an existing subscription, which may be of another parent's session. */
async function subscribe(): Promise<PushSubscription> {
  const response = await sendCall(lazyApi.getNotificationSettings, {})
  const { vapid_public_key } = response as NotificationSettings
  const { pushManager } = await workerRegistration()
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapid_public_key })
}

/**
 * Asks for permission, then subscribes and sends the subscription to the server. It asks first, as a browser shows its
 * prompt only shortly after a tap. @throws if the browser or the server refuses the subscription
 */
export async function askForPushes(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await sendPushToken(JSON.stringify(await subscribe()))
}

export async function declinePushes(): Promise<void> {
  isDeclined = true
}

/** Sends the subscription to the server if the browser has replaced it. It never subscribes without a tap. */
export async function registerForPushes(): Promise<void> {
  const { push_token } = getSession()
  if (push_token === null || !canReceive()) return
  const subscription = await (await workerRegistration()).pushManager.getSubscription()
  if (!subscription) return dispatch({ type: 'pushTokenSaved', token: null })
  const token = JSON.stringify(subscription)
  if (token !== push_token) await sendPushToken(token)
}

export async function forgetPushes(): Promise<void> {
  isDeclined = false
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Ends this browser's notifications. @throws ApiError if the server does not confirm; notifications then continue */
export async function stopPushes(): Promise<void> {
  const { push_token } = getSession()
  if (push_token !== null) await callApi('deletePushToken', { token: push_token })
  dispatch({ type: 'pushTokenSaved', token: null })
  await forgetPushes()
}
