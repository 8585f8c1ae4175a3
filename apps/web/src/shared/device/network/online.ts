import { useSyncExternalStore } from 'react'
import { listen } from '../../listen.ts'

/** The state that the phone's system reports; undefined in a browser. */
let reportedByPhone: boolean | undefined

/** False if the device reports that it has no connection. */
export const isOnline = (): boolean => reportedByPhone ?? navigator.onLine

/** Sets the state that the phone reports, which is more reliable than the web view's, and notifies the listeners. */
export function setConnection(isConnected: boolean) {
  const isNews = isConnected !== isOnline()
  reportedByPhone = isConnected
  if (isNews) dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
}

const subscribe = (listener: () => void) => listen(['online', 'offline'], listener)

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
