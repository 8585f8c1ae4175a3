import { isNative } from '../native.ts'

/**
 * 'prompt': the parent can be asked; 'granted': this device receives pushes; 'denied': the system or the browser blocks
 * them; 'install': only the installed app can receive them, on an iPhone; 'none': this device cannot.
 */
export type PushPermission = 'prompt' | 'granted' | 'denied' | 'install' | 'none'

const loadPushModule = () => (isNative() ? import('./push.native.ts') : import('./push.web.ts'))

/** Registers this device again if the parent has allowed pushes on it before; it shows no prompt. */
export async function registerForPushes(): Promise<void> {
  await (await loadPushModule()).registerForPushes()
}

/** Stops pushes at the sign-out and removes the shown ones from the lock screen. */
export async function forgetPushes(): Promise<void> {
  await (await loadPushModule()).forgetPushes()
}

/** The permission of this device, and whether the parent has chosen 'Ahora no' on it. */
export async function pushPermission(): Promise<{ permission: PushPermission; isDeclined: boolean }> {
  return (await loadPushModule()).pushPermission()
}

/** Shows the system's prompt and registers the device if the parent agrees. @throws in a browser if it cannot */
export async function askForPushes(): Promise<void> {
  await (await loadPushModule()).askForPushes()
}

/** Stores the choice 'Ahora no' until the sign-out, in a browser until the next start. */
export async function declinePushes(): Promise<void> {
  await (await loadPushModule()).declinePushes()
}

/** Ends the notifications of this browser; on a phone, the parent does it in the system's settings. @throws ApiError */
export async function stopPushes(): Promise<void> {
  if (!isNative()) await (await import('./push.web.ts')).stopPushes()
}
