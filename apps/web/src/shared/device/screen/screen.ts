import { useSyncExternalStore } from 'react'
import { listen } from '../../listen.ts'

const desktop = () => matchMedia('(min-width: 64rem)')

const subscribe = (listener: () => void) => listen(['change'], listener, desktop())

let isWide = false
let isLayoutFixed = false

/** Keeps the layout while the page is printed: the narrower width of the paper would change it. */
export const fixLayout = (isPrinting: boolean): void => {
  isLayoutFixed = isPrinting
}

function isDesktop(): boolean {
  if (!isLayoutFixed) isWide = desktop().matches
  return isWide
}

/** Whether a detail fits beside its list; the limit is in rem, as large text needs more pixels. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, isDesktop)

/** Whether the reader has zoomed in; a finger then moves the visible part of the page. */
export const isZoomedIn = () => (globalThis.visualViewport?.scale ?? 1) > 1.01
