import { useSyncExternalStore } from 'react'
import { subscribeEvents } from '../../subscribeEvents.ts'

const desktopQuery = () => matchMedia('(min-width: 64rem)')

const subscribe = (listener: () => void) => subscribeEvents(['change'], listener, desktopQuery())

let isWide = false
let isLayoutFixed = false

/** Keeps `useDesktop` unchanged while the page is printed, as the narrower width of the paper would change it. */
export const fixLayout = (isPrinting: boolean): void => {
  isLayoutFixed = isPrinting
}

function isDesktop(): boolean {
  if (!isLayoutFixed) isWide = desktopQuery().matches
  return isWide
}

/** Whether the screen is at least 64 rem wide, so that a detail fits beside its list. Large text makes a rem wider. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, isDesktop)

/** Whether the reader has zoomed in. A finger then moves the visible part of the page, and is no gesture of the app. */
export const isZoomedIn = () => (globalThis.visualViewport?.scale ?? 1) > 1.01
