import { useSyncExternalStore } from 'react'
import { listen } from '../../listen.ts'

/** Whether the phone's system reports a connection; undefined in a browser and before the first report. */
let isPhoneConnected: boolean | undefined

/** False if the device reports that it has no connection. */
export const isOnline = (): boolean => isPhoneConnected ?? navigator.onLine

/**
 * Sets whether the phone reports a connection, which is more reliable than what its web view reports. A change is
 * announced as the event `online` or `offline`.
 */
export function setConnection(isConnected: boolean) {
  const isNews = isConnected !== isOnline()
  isPhoneConnected = isConnected
  if (isNews) dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
}

const subscribe = (listener: () => void) => listen(['online', 'offline'], listener)

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
