import { PushNotifications } from '@capacitor/push-notifications'

/** Hears this app's tokens: at each start, and when the push service replaces one. Asks for no permission. */
export async function onPushToken(listener: (token: string) => void): Promise<void> {
  await PushNotifications.addListener('registration', ({ value }) => listener(value))
  const { receive } = await PushNotifications.checkPermissions()
  if (receive === 'granted') await PushNotifications.register()
}
