import { isNative } from '../native.ts'

/** 'prompt': the phone has not been asked, or may be asked once more; 'none': pushes cannot come here at all. */
export type PushPermission = 'prompt' | 'granted' | 'denied' | 'none'

type Listeners = {
  /** This app's token: at each registration, and when the push service replaces one. */
  onToken: (token: string) => void
  /** The push service gave none. */
  onFailure: () => void
  /** A notification was tapped; `data` is whatever came with it. */
  onOpened: (data: unknown) => void
}

const load = () => import('./push.native.ts')

/** Hears the phone's push service. A browser has none, and loads no code for it. */
export async function listenForPushes(listeners: Listeners): Promise<void> {
  if (isNative()) await (await load()).listenForPushes(listeners)
}

/** Registers this phone where the parent has allowed pushes before; asks for nothing. */
export async function registerForPushes(): Promise<void> {
  if (isNative()) await (await load()).registerForPushes()
}

/** The parent is gone: no more pushes, and none of theirs stays on the lock screen. */
export async function forgetPushes(): Promise<void> {
  if (isNative()) await (await load()).forgetPushes()
}

/** What the parent allows, and whether they said 'Ahora no' on this phone. */
export async function pushPermission(): Promise<{ permission: PushPermission; isDeclined: boolean }> {
  if (!isNative()) return { permission: 'none', isDeclined: true }
  return (await load()).pushPermission()
}

/** Has the phone ask the parent; registers it when they agree. */
export async function askForPushes(): Promise<void> {
  if (isNative()) await (await load()).askForPushes()
}

/** 'Ahora no' holds until the sign-out. */
export async function declinePushes(): Promise<void> {
  if (isNative()) await (await load()).declinePushes()
}
