import { useSyncExternalStore } from 'react'

/** The state reported by the phone's system; undefined in a browser. */
let told: boolean | undefined

/** False when the device itself knows that it has no connection. */
export const isOnline = (): boolean => told ?? navigator.onLine

/** Takes the phone's own state, which is more reliable than the web view's, and tells the page's listeners. */
export function setConnection(isConnected: boolean) {
  const isNews = isConnected !== isOnline()
  told = isConnected
  if (isNews) dispatchEvent(new Event(isConnected ? 'online' : 'offline'))
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
