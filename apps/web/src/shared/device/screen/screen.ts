import { useSyncExternalStore } from 'react'

const desktop = () => matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  const media = desktop()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

let isWide = false
let isHeld = false

/** A sheet of paper is narrow: while it is printed, a page stays as it was shown. */
export const holdScreen = (isPrinting: boolean): void => {
  isHeld = isPrinting
}

function isDesktop(): boolean {
  if (!isHeld) isWide = desktop().matches
  return isWide
}

/** Wide enough for a detail to stand beside its list; with large text that takes more pixels. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, isDesktop)

/** A finger then moves what is seen of the page. */
export const isZoomedIn = () => (globalThis.visualViewport?.scale ?? 1) > 1.01
