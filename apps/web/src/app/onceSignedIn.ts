import { isSignedIn } from '../shared/session/session.ts'
import { getSession, onSessionChange } from '../shared/session/store.ts'

/** Starts what whoever only signs in does without: its code comes with the frame around the parent's pages. */
export function onceSignedIn(start: () => void) {
  const stop = onSessionChange(look)
  function look() {
    if (!isSignedIn(getSession())) return
    stop()
    start()
  }
  look()
}
