import { Redirect, useHistoryState, usePath } from '../../shared/router.tsx'
import { isSignedIn } from '../../shared/session/session.ts'
import { useSession } from '../../shared/session/store.ts'
import { Shell } from '../frame/Shell.tsx'
import { guard } from './guard.ts'
import { AppFrame, routeOf } from './routes.tsx'

/** Shows the page of the current path, or redirects (spec §2). It decides before the profile is refreshed. */
export function RouteGuard() {
  const path = usePath()
  const session = useSession()
  const result = guard(path, isSignedIn(session), useHistoryState(), location.search)
  if (!result.show) {
    return <Redirect to={result.redirectTo} state={result.state} />
  }
  const route = routeOf(path)
  if (route.kind === 'public') return <route.Page fallback={<Shell />} />
  // `key` discards the previous session's state when another tab has started a new session.
  return <AppFrame key={session.auth_token} route={route} fallback={<Shell />} />
}
