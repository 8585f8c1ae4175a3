import { useSyncExternalStore } from 'react'

/** A value that is kept outside React's state and whose changes can be followed. */
export function observable<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  /** Calls `listener` after each `set`. Returns the function that stops this. */
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const set = (next: T) => {
    value = next
    for (const listener of listeners) listener()
  }
  /** The hook that renders a component again after each change. */
  const use = () => useSyncExternalStore(follow, get, get)
  return { get, set, follow, use }
}
