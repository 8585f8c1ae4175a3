import { useEffect } from 'react'
import { cover } from '../shared/appLock/cover.ts'
import { isNative } from '../shared/device/native.ts'
import { Redirect, useHistoryState, usePath } from '../shared/router.tsx'
import { isSignedIn } from '../shared/session/session.ts'
import { useSession } from '../shared/session/store.ts'
import { lazyComponent } from '../shared/ui/page/lazyComponent.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Shell } from './frame/Shell.tsx'
import { guard } from './routes/guard.ts'
import { AppFrame, routeOf } from './routes/routes.tsx'

/** No page shows a toast at once, and the prerendered sign-in cannot contain the toaster. */
const Toaster = lazyComponent(
  () => import('../shared/ui/notices/Toaster.tsx').then((m) => m.Toaster),
  () => null,
)

/** Starts passkeys, the service worker and its notice of new versions, except in the phone's app and on the development server. */
function loadUpdates() {
  if (!import.meta.env.PROD || isNative()) return
  import('./updates.ts').then(
    (updates) => updates.startLater(),
    () => undefined, // the page works without this code
  )
}

export function App() {
  useEffect(loadUpdates, [])
  const Cover = cover.use()
  return (
    <ErrorBoundary path={usePath()}>
      {Cover ? <Cover /> : <RouteGuard />}
      {!Cover && <Toaster />}
    </ErrorBoundary>
  )
}

/** Shows the page of the current path, or redirects (spec §2). It decides before the profile is refreshed. */
function RouteGuard() {
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
