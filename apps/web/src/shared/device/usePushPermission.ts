import { useSyncExternalStore } from 'react'
import { type PushPermission, pushPermission } from './push.ts'

type Known = { permission: PushPermission; isDeclined: boolean }

let known: Known | undefined
const listeners = new Set<() => void>()

/** Asks the phone what the parent allows by now, which they may have changed in its settings. */
export async function refreshPushPermission(): Promise<void> {
  known = await pushPermission()
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

/** Undefined until the phone has answered. */
export const usePushPermission = (): Known | undefined => useSyncExternalStore(subscribe, () => known)
