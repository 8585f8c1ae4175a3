import { useSyncExternalStore } from 'react'

const desktop = matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  desktop.addEventListener('change', listener)
  return () => desktop.removeEventListener('change', listener)
}

/** Wide enough for a detail to stand beside its list; with large text that takes more pixels. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => desktop.matches)
