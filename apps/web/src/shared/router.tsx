// The only file that imports wouter. Links and redirects are our own, as wouter's include an unused pattern matcher.
import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { navigate as go, useHistoryState, usePathname, useSearch } from 'wouter/use-browser-location'
import { subscribeEvents } from './subscribeEvents.ts'

export { useHistoryState, useSearch }

/** Navigates, and keeps `wanted` in the history state: the page to open after the sign-in, also after a recovery. */
export const navigate: typeof go = (to, options) => {
  const { wanted, dialog } = history.state ?? {}
  // The entry of an open dialog is replaced, so that Back from the next page does not open the dialog again.
  go(to, { state: wanted && { wanted }, ...options, replace: !!(options?.replace || dialog) })
}

/** Returns the path in the one spelling that routes use: decoded, ñ as one character, without a trailing slash. */
export function normalizePath(path: string): string {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch {
    // A path that cannot be decoded is unknown and kept as it is.
  }
  return decoded.normalize('NFC').replace(/(.)\/+$/, '$1')
}

export const currentPath = (): string => normalizePath(location.pathname)

export const usePath = (): string => normalizePath(usePathname())

/** Calls `listener` after each change of the address. Returns the function that stops this. */
export const onNavigation = (listener: () => void) =>
  subscribeEvents(['popstate', 'pushState', 'replaceState'], listener)

type LinkProps = ComponentProps<'a'> & { href: string }

/** A link within the app. The browser handles a click that opens a new tab or window. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isBrowsers = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isBrowsers || event.defaultPrevented) return
    event.preventDefault()
    // As in a browser, a link to the current page adds no history entry.
    navigate(href, { replace: !!rest['aria-current'] })
  }
  return <a {...rest} href={href} onClick={follow} />
}

/** Replaces the current history entry by the address `to` with `state`. */
export function Redirect({ to, state }: { to: string; state: object | null }) {
  useEffect(() => navigate(to, { replace: true, state }))
  return null
}
