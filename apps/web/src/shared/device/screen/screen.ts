import { useSyncExternalStore } from 'react'

const desktop = () => matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  const media = desktop()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

let isWide = false
let isLayoutFixed = false

/** Ignores the narrow width of paper: a page is printed in the layout that it has on the screen. */
export const fixLayout = (isPrinting: boolean): void => {
  isLayoutFixed = isPrinting
}

function isDesktop(): boolean {
  if (!isLayoutFixed) isWide = desktop().matches
  return isWide
}

/** Wide enough for a detail beside its list; in rem, as large text needs more pixels. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, isDesktop)

/** Whether the reader has zoomed in; a finger then moves the visible part of the page. */
export const isZoomedIn = () => (globalThis.visualViewport?.scale ?? 1) > 1.01
