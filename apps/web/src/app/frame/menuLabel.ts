import { type ComponentType, useSyncExternalStore } from 'react'

/** Shows a label of the menu with the number of unread news. */
type MenuLabel = ComponentType<{ path: string; label: string }>

let current: MenuLabel | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the component of the labels; undefined until the news' code has loaded. It is not a React state of the frame,
 * as setting such a state would render the page again.
 */
export const useMenuLabel = () => useSyncExternalStore(subscribe, () => current)

export function setMenuLabel(label: MenuLabel) {
  current = label
  for (const listener of listeners) listener()
}
