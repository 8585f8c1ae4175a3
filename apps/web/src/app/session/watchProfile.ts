import { config } from '../../config.ts'
import { listen } from '../../shared/listen.ts'
import { currentPath, onNavigation } from '../../shared/router.tsx'
import { refreshProfile } from '../../shared/session/profile.ts'
import { isSignedIn } from '../../shared/session/session.ts'
import { getSession } from '../../shared/session/store.ts'
import { guard } from '../routes/guard.ts'

/** Starts the work in the background for a signed-in parent: the refreshes of the profile and the printed heading. */
export function startBackgroundWork() {
  watchProfile()
  import('../page/printHeading.ts').then((m) => m.followPrintingOnceIdle()).catch(() => undefined)
}

/**
 * Refetches a signed-in parent's profile on each change of path, every 5 minutes while the app is visible, and when it
 * becomes visible or online again (spec §2, §4). Returns the function that stops this.
 */
export function watchProfile(): () => void {
  let path: string | undefined

  const refresh = () => {
    if (document.visibilityState === 'visible' && isSignedIn(getSession())) void refreshProfile()
  }
  const onPath = () => {
    if (path === currentPath()) return
    path = currentPath()
    if (isSignedIn(getSession()) && guard(path, true, null).show) void refreshProfile()
  }

  const timer = setInterval(refresh, config.profileRefreshMs)
  const stops = [
    onNavigation(onPath),
    listen(['visibilitychange'], refresh, document),
    listen(['online'], refresh),
  ]
  onPath()
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}
