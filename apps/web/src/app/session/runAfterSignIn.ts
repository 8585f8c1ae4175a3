import { isSignedIn } from '../../shared/session/session.ts'
import { getSession, onSessionChange } from '../../shared/session/store.ts'

/** Runs `start` once: at once if a parent is signed in, else at the next sign-in. */
export function runAfterSignIn(start: () => void) {
  const stop = onSessionChange(check)
  function check() {
    if (!isSignedIn(getSession())) return
    stop()
    start()
  }
  check()
}
