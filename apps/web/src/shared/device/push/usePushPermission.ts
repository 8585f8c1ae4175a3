import { useSyncExternalStore } from 'react'
import { listen } from '../../listen.ts'
import { observable } from '../../observable.ts'
import { type PushPermission, pushPermission, registerForPushes } from './push.ts'

type KnownPermission = { permission: PushPermission; isDeclined: boolean }

const known = observable<KnownPermission | undefined>(undefined)

/** Reads the permission again, as the parent may have changed it in the settings of the phone or the browser. */
export async function refreshPushPermission(): Promise<void> {
  const before = known.get()?.permission
  known.set(await pushPermission().catch(known.get)) // unchanged if the code does not load
  if (before !== undefined && before !== 'granted') void registerForPushes() // it may be granted now
}

function refreshShown() {
  if (document.visibilityState === 'visible') void refreshPushPermission()
}

function subscribe(listener: () => void): () => void {
  const stops = [known.follow(listener), listen(['visibilitychange'], refreshShown, document)]
  void refreshPushPermission()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Undefined until the permission has been read from the phone or the browser. */
export const usePushPermission = (): KnownPermission | undefined => useSyncExternalStore(subscribe, known.get)
