import { isSignedIn } from '../../shared/session/session.ts'
import { getSession, onSessionChange } from '../../shared/session/store.ts'

/** Runs `start` once, at the sign-in or at once with a session. */
export function runAfterSignIn(start: () => void) {
  const stop = onSessionChange(check)
  function check() {
    if (!isSignedIn(getSession())) return
    stop()
    start()
  }
  check()
}
