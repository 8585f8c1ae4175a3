import { useSyncExternalStore } from 'react'

/** A value that is kept outside React's state and to whose changes a function can subscribe. */
export function observable<T>(initial: T) {
  let value = initial
  const listeners = new Set<(value: T, before: T) => void>()
  const get = () => value
  /** Calls `listener` after each `set`. Returns the function that stops this. */
  const subscribe = (listener: (value: T, before: T) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const set = (next: T) => {
    const before = value
    value = next
    for (const listener of listeners) listener(next, before)
  }
  /** The hook that renders a component again after each change. */
  const use = () => useSyncExternalStore(subscribe, get, get)
  return { get, set, subscribe, use }
}
