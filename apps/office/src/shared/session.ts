import { useSyncExternalStore } from 'react'

/** All tabs share the time of the last call, because any call of the session keeps it alive. */
const LAST_CALL_KEY = 'office.last_call'

let isEnded = false
const listeners = new Set<() => void>()
const setEnded = (ended: boolean) => {
  isEnded = ended
  for (const listener of listeners) listener()
}

export function noteCall(): void {
  localStorage.setItem(LAST_CALL_KEY, String(Date.now()))
}

export const lastCallAt = () => Number(localStorage.getItem(LAST_CALL_KEY) ?? Date.now())

/** Shows the sign-in over the page, which keeps what was written. */
export const noteSessionEnd = () => setEnded(true)
export const noteSessionStart = () => setEnded(false)

export const useSessionEnded = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isEnded,
  )
