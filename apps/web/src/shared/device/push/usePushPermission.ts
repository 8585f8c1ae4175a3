import { useSyncExternalStore } from 'react'
import { observable } from '../../observable.ts'
import { subscribeEvents } from '../../subscribeEvents.ts'
import { type KnownPermission, pushPermission, registerForPushes } from './push.ts'

const permissionStore = observable<KnownPermission | undefined>(undefined)

/** Reads the permission again, as it may have changed in the settings of the phone or the browser. */
export async function refreshPushPermission(): Promise<void> {
  const before = permissionStore.get()?.permission
  permissionStore.set(await pushPermission().catch(permissionStore.get)) // unchanged if the code does not load
  if (before !== undefined && before !== 'granted') void registerForPushes() // it may have been granted since
}

function refreshIfVisible() {
  if (document.visibilityState === 'visible') void refreshPushPermission()
}

function subscribe(listener: () => void): () => void {
  const stops = [
    permissionStore.subscribe(listener),
    subscribeEvents(['visibilitychange'], refreshIfVisible, document),
  ]
  void refreshPushPermission()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Returns the permission, read again when the page becomes visible; undefined until it has been read once. */
export const usePushPermission = (): KnownPermission | undefined =>
  useSyncExternalStore(subscribe, permissionStore.get)
