export const LOGIN = '/login'
export const HOME = '/app/inicio'
export const PUBLIC_PATHS = [LOGIN, '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']

/** What history keeps at /login: where the parent wanted to go, with its query. */
type Wanted = { wanted: string }

export type Verdict = { show: true } | { show: false; redirectTo: string; state: Wanted | null }

const redirect = (redirectTo: string, state: Wanted | null = null): Verdict => ({
  show: false,
  redirectTo,
  state,
})

/**
 * An address of this app to come back to, shown or Not Found: no other site's (a browser drops what controls), and none
 * that only leads elsewhere.
 */
function isWanted(address: unknown): address is string {
  const [path = ''] = typeof address === 'string' ? address.split('?') : []
  return /^\/[^/\\\p{Cc}]/u.test(path) && path !== '/app' && !PUBLIC_PATHS.includes(path)
}

function wantedPath(historyState: unknown): string | undefined {
  const { wanted = undefined } = (historyState ?? {}) as Partial<Wanted>
  return isWanted(wanted) ? wanted : undefined
}

/** Where a visit to `path` ends (spec §2): shown, or sent elsewhere. `historyState` and `search` are the visit's own. */
export function guard(path: string, isSignedIn: boolean, historyState: unknown, search = ''): Verdict {
  if (path === '/') return redirect(LOGIN)
  const isPublic = PUBLIC_PATHS.includes(path)
  if (!isSignedIn && !isPublic) return redirect(LOGIN, isWanted(path) ? { wanted: path + search } : null)
  if (isSignedIn && isPublic) return redirect(wantedPath(historyState) ?? HOME)
  if (path === '/app') return redirect(HOME)
  return { show: true }
}
