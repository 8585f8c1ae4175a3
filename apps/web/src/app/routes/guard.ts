export const LOGIN = '/login'
export const HOME = '/app/inicio'
export const PUBLIC_PATHS = [LOGIN, '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']

/** The history state of /login: the path and query that the parent wanted to open. */
type WantedPage = { wanted: string }

export type GuardResult = { show: true } | { show: false; redirectTo: string; state: WantedPage | null }

const redirect = (redirectTo: string, state: WantedPage | null = null): GuardResult => ({
  show: false,
  redirectTo,
  state,
})

/**
 * Whether the app may open this address after the sign-in: a path of this app, known or not. Other sites are excluded,
 * also those behind control characters, which a browser drops, and so are paths that only redirect.
 */
function isAllowedAfterSignIn(address: unknown): address is string {
  const [path = ''] = typeof address === 'string' ? address.split('?') : []
  return /^\/[^/\\\p{Cc}]/u.test(path) && path !== '/app' && !PUBLIC_PATHS.includes(path)
}

function wantedPath(historyState: unknown): string | undefined {
  const { wanted = undefined } = (historyState ?? {}) as Partial<WantedPage>
  return isAllowedAfterSignIn(wanted) ? wanted : undefined
}

/** Decides whether `path` is shown or redirected (spec §2). `historyState` and `search` belong to its history entry. */
export function guard(path: string, isSignedIn: boolean, historyState: unknown, search = ''): GuardResult {
  if (path === '/') return redirect(LOGIN)
  const isPublic = PUBLIC_PATHS.includes(path)
  if (!isSignedIn && !isPublic)
    return redirect(LOGIN, isAllowedAfterSignIn(path) ? { wanted: path + search } : null)
  if (isSignedIn && isPublic) return redirect(wantedPath(historyState) ?? HOME)
  if (path === '/app') return redirect(HOME)
  return { show: true }
}
