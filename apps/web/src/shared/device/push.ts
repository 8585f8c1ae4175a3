/** Set by the native shell before the page's scripts run; a browser has none. */
type Shell = { Capacitor?: { isNativePlatform?: () => boolean } }

/** Hears the tokens of the phone's push service. A browser has none, and loads no code for it. */
export async function onPushToken(listener: (token: string) => void): Promise<void> {
  if (!(window as Shell).Capacitor?.isNativePlatform?.()) return
  const native = await import('./push.native.ts')
  await native.onPushToken(listener)
}
