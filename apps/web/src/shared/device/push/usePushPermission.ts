import { useSyncExternalStore } from 'react'
import { type PushPermission, pushPermission, registerForPushes } from './push.ts'

type KnownPermission = { permission: PushPermission; isDeclined: boolean }

let known: KnownPermission | undefined
const listeners = new Set<() => void>()

/** Reads the permission again, as the parent may have changed it in the settings of the phone or the browser. */
export async function refreshPushPermission(): Promise<void> {
  const before = known?.permission
  known = await pushPermission().catch(() => known) // unchanged if the code does not load
  if (before !== undefined && before !== 'granted') void registerForPushes() // it may be granted now
  for (const listener of listeners) listener()
}

function refreshShown() {
  if (document.visibilityState === 'visible') void refreshPushPermission()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void refreshPushPermission()
  document.addEventListener('visibilitychange', refreshShown)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', refreshShown)
  }
}

/** Undefined until the permission has been read from the phone or the browser. */
export const usePushPermission = (): KnownPermission | undefined =>
  useSyncExternalStore(subscribe, () => known)
