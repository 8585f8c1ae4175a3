import { useSyncExternalStore } from 'react'
import { subscribeEvents } from '../../subscribeEvents.ts'

/** Whether the phone's system reports a connection; undefined in a browser and before the first report. */
let isPhoneConnected: boolean | undefined

/** False if the device reports that it has no connection. */
export const isOnline = (): boolean => isPhoneConnected ?? navigator.onLine

/** Sets what the phone reports, which is more reliable than its web view; a change dispatches `online` or `offline`. */
export function setConnection(isConnected: boolean) {
  const hasChanged = isConnected !== isOnline()
  isPhoneConnected = isConnected
  if (hasChanged) dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
}

const subscribe = (listener: () => void) => subscribeEvents(['online', 'offline'], listener)

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
