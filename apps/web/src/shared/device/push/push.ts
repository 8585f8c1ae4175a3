import { isNative } from '../native.ts'
import type { PushPermission } from './push.web.ts'

/** `isDeclined` is whether the parent has declined pushes on this device, as with 'Ahora no'. */
export type KnownPermission = { permission: PushPermission; isDeclined: boolean }

const loadPushModule = () => (isNative() ? import('./push.native.ts') : import('./push.web.ts'))

/** Registers this device again if the parent has allowed pushes on it before; it shows no prompt. */
export async function registerForPushes(): Promise<void> {
  await (await loadPushModule()).registerForPushes()
}

/** Ends this device's registration, removes the shown notifications, and forgets a refusal. Called at the sign-out. */
export async function forgetPushes(): Promise<void> {
  await (await loadPushModule()).forgetPushes()
}

export async function pushPermission(): Promise<KnownPermission> {
  return (await loadPushModule()).pushPermission()
}

/** Shows the system's prompt and registers this device if the parent agrees. @throws in a browser if that fails */
export async function askForPushes(): Promise<void> {
  await (await loadPushModule()).askForPushes()
}

/** Stores the choice 'Ahora no' until the sign-out; a browser stores it only until the next start. */
export async function declinePushes(): Promise<void> {
  await (await loadPushModule()).declinePushes()
}

/** Ends the notifications of this browser. On a phone it does nothing: its settings end them. @throws ApiError */
export async function stopPushes(): Promise<void> {
  if (!isNative()) await (await import('./push.web.ts')).stopPushes()
}
