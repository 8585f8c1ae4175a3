import { useSyncExternalStore } from 'react'

/** What the phone's system says; a browser knows only of itself. */
let told: boolean | undefined

/** False when the device itself knows that it has no connection. */
export const isOnline = (): boolean => told ?? navigator.onLine

/** On a phone, its system knows better than the web view; whoever listens to the page hears of it too. */
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
