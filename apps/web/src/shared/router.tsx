// The only file that knows the router: everything else imports from here. Links and redirects are our own,
// since the router's bring its pattern matcher with them and our paths hold no patterns.
import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { navigate as go, useHistoryState, usePathname, useSearch } from 'wouter/use-browser-location'

export { useHistoryState, useSearch }

/** Where a parent who is not signed in wanted to go comes along, through the recovery too. */
export const navigate: typeof go = (to, options) => {
  const wanted = history.state?.wanted
  go(to, { state: wanted && { wanted }, ...options })
}

/** One spelling per path: decoded, ñ as one character, without a trailing slash. */
export function normalizePath(path: string): string {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch {
    // A stray % cannot be decoded: an unknown path, kept as it is.
  }
  return decoded.normalize('NFC').replace(/(.)\/+$/, '$1')
}

export const currentPath = (): string => normalizePath(location.pathname)

export const usePath = (): string => normalizePath(usePathname())

/** Calls back after each change of the address; returns how to stop. */
export function onNavigation(listener: () => void): () => void {
  const events = ['popstate', 'pushState', 'replaceState']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

type LinkProps = ComponentProps<'a'> & { href: string }

/** A link within the app. A click that asks for a new tab or window is the browser's. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isBrowsers = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isBrowsers || event.defaultPrevented) return
    event.preventDefault()
    // To the page that is there, as in a browser, adds no step back.
    navigate(href, { replace: !!rest['aria-current'] })
  }
  return <a {...rest} href={href} onClick={follow} />
}

/** Takes the place of the current address in the history; `state` is what that entry then holds. */
export function Redirect({ to, state }: { to: string; state: object | null }) {
  useEffect(() => navigate(to, { replace: true, state }))
  return null
}
