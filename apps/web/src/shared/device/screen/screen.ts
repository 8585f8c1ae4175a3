import { useSyncExternalStore } from 'react'

const desktop = () => matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  const media = desktop()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Wide enough for a detail to stand beside its list; with large text that takes more pixels. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => desktop().matches)
