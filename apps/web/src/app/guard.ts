export const LOGIN = '/login'
export const HOME = '/app/inicio'
export const PUBLIC_PATHS = [LOGIN, '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']

/** What history keeps at /login: where the parent wanted to go. */
type Wanted = { wanted: string }

export type Verdict = { show: true } | { show: false; redirectTo: string; state: Wanted | null }

const redirect = (redirectTo: string, state: Wanted | null = null): Verdict => ({
  show: false,
  redirectTo,
  state,
})

const isInternal = (path: unknown): path is string => typeof path === 'string' && /^\/app\/[^/\\]/.test(path)

function wantedPath(historyState: unknown): string | undefined {
  const { wanted = undefined } = (historyState ?? {}) as Partial<Wanted>
  return isInternal(wanted) ? wanted : undefined
}

/** Where a visit to `path` ends (spec §2): shown, or sent elsewhere. `historyState` is the visit's own. */
export function guard(path: string, isSignedIn: boolean, historyState: unknown): Verdict {
  if (path === '/') return redirect(LOGIN)
  const isPublic = PUBLIC_PATHS.includes(path)
  if (!isSignedIn && !isPublic) return redirect(LOGIN, isInternal(path) ? { wanted: path } : null)
  if (isSignedIn && isPublic) return redirect(wantedPath(historyState) ?? HOME)
  if (path === '/app') return redirect(HOME)
  return { show: true }
}
