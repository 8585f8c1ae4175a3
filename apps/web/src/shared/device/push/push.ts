import { isNative } from '../native.ts'

/** 'prompt': the system's prompt can be shown; 'none': this device cannot receive pushes. */
export type PushPermission = 'prompt' | 'granted' | 'denied' | 'none'

type Listeners = {
  /** Receives this app's token at each registration and whenever the push service replaces it. */
  onToken: (token: string) => void
  /** Called if the push service gives no token. */
  onFailure: () => void
  /** Called when a notification is tapped; `data` is its unverified payload. */
  onOpened: (data: unknown) => void
}

const load = () => import('./push.native.ts')

/** Listens to the phone's push service. A browser has none and loads no code for it. */
export async function listenForPushes(listeners: Listeners): Promise<void> {
  if (isNative()) await (await load()).listenForPushes(listeners)
}

/** Registers this phone if the parent has allowed pushes before; it shows no prompt. */
export async function registerForPushes(): Promise<void> {
  if (isNative()) await (await load()).registerForPushes()
}

/** Stops pushes at the sign-out and removes the shown ones from the lock screen. */
export async function forgetPushes(): Promise<void> {
  if (isNative()) await (await load()).forgetPushes()
}

/** The permission of this phone, and whether the parent has chosen 'Ahora no' on it. */
export async function pushPermission(): Promise<{ permission: PushPermission; isDeclined: boolean }> {
  if (!isNative()) return { permission: 'none', isDeclined: true }
  return (await load()).pushPermission()
}

/** Shows the system's prompt and registers the phone if the parent agrees. */
export async function askForPushes(): Promise<void> {
  if (isNative()) await (await load()).askForPushes()
}

/** Stores the choice 'Ahora no' until the sign-out. */
export async function declinePushes(): Promise<void> {
  if (isNative()) await (await load()).declinePushes()
}
