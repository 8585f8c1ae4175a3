import { Capacitor, type PermissionState } from '@capacitor/core'
import { Preferences } from '@capacitor/preferences'
import { PushNotifications } from '@capacitor/push-notifications'

const DECLINED_KEY = { key: 'push_declined' }

/** Whether the app can request a token: in an Android build without Firebase, the push plug-in would crash the app. */
const canRegister = () => Capacitor.getPlatform() !== 'android' || import.meta.env.FIREBASE !== 'missing'

const permissionOf = (receive: PermissionState): 'prompt' | 'granted' | 'denied' =>
  receive === 'granted' || receive === 'denied' ? receive : 'prompt'

type Listeners = {
  /** Receives this app's token at each registration and whenever the push service replaces it. */
  onToken: (token: string) => void
  /** Called if the push service gives no token. */
  onFailure: () => void
  /** Called when a notification is tapped; `data` is its unverified payload. */
  onOpened: (data: unknown) => void
}

/** Passes what the phone's push service reports to the listeners. In a browser, the service worker receives pushes. */
export async function subscribePushEvents({ onToken, onFailure, onOpened }: Listeners): Promise<void> {
  await PushNotifications.addListener('registration', ({ value }) => onToken(value))
  await PushNotifications.addListener('registrationError', onFailure)
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) =>
    onOpened(notification.data),
  )
}

export async function registerForPushes(): Promise<void> {
  if (!canRegister()) return
  const { receive } = await PushNotifications.checkPermissions()
  if (receive === 'granted') await PushNotifications.register()
}

export async function forgetPushes(): Promise<void> {
  await Promise.allSettled([
    canRegister() && PushNotifications.unregister(),
    PushNotifications.removeAllDeliveredNotifications(),
    Preferences.remove(DECLINED_KEY),
  ])
}

export async function pushPermission() {
  if (!canRegister()) return { permission: 'none' as const, isDeclined: true }
  const [{ receive }, { value }] = await Promise.all([
    PushNotifications.checkPermissions(),
    Preferences.get(DECLINED_KEY),
  ])
  return { permission: permissionOf(receive), isDeclined: value !== null }
}

export async function askForPushes(): Promise<void> {
  const { receive } = await PushNotifications.requestPermissions()
  if (receive === 'granted') await PushNotifications.register()
  else await declinePushes() // so that the page Inicio does not offer pushes again
}

export async function declinePushes(): Promise<void> {
  await Preferences.set({ ...DECLINED_KEY, value: 'true' })
}
