import { observable } from '../observable.ts'
import { subscribeEvents } from '../subscribeEvents.ts'
import { isSignedIn, reduce, restoreSession, type SessionEvent } from './session.ts'
import {
  emptySession,
  readStoredSession,
  tokenWasReplaced,
  writeRestoredSession,
  writeSession,
} from './stored.ts'

const currentSession = observable(emptySession)
/** Whether the device's storage holds the whole session. If not, the next write writes all nine keys. */
let isStoredInFull = false
/** Whether this tab's token is stored. If not, another stored token does not mean that another tab set the session. */
let isTokenStored = false

/** Whether the server ended the last session; the sign-in page then says so. */
export let isEndedByServer = false
/** True while the parent signs out: if the server refuses a call then, `isEndedByServer` stays false. */
let isEndExpected = false

export function setEndExpected(isExpected: boolean) {
  isEndExpected = isExpected
}

export const { get: getSession, subscribe: onSessionChange, use: useSession } = currentSession

/** Restores the stored session, and removes the stored values that are not part of it, such as unreadable ones. */
export function startSession() {
  const read = readStoredSession()
  const restored = restoreSession(read)
  isStoredInFull = writeRestoredSession(restored, read)
  isTokenStored = !tokenWasReplaced(restored.auth_token)
  currentSession.set(restored)
}

export function dispatch(event: SessionEvent) {
  // An event of a session that another tab has ended must not change the next session.
  if (event.type !== 'signedIn' && adoptOtherTabsSession()) return
  const session = getSession()
  const next = reduce(session, event)
  if (next === session) return
  isEndedByServer = event.type === 'refused' && !isEndExpected
  const isSameSession = isSignedIn(next) && next.auth_token === session.auth_token
  isStoredInFull = writeSession(next, isSameSession && isStoredInFull ? session : undefined)
  isTokenStored = !tokenWasReplaced(next.auth_token)
  currentSession.set(next)
}

/** Adopts the stored session if another tab has signed out or in (R16). Returns whether one has. */
function adoptOtherTabsSession(): boolean {
  if (!isTokenStored || !tokenWasReplaced(getSession().auth_token)) return false
  isEndedByServer = false
  const restored = restoreSession(readStoredSession())
  if (!isSignedIn(restored)) writeSession(restored) // removes keys that this tab wrote after the other tab's sign-out
  currentSession.set(restored)
  return true
}

/** Adopts the stored session or, if it is the same, the stored theme. */
function adoptStoredChanges() {
  if (adoptOtherTabsSession()) return
  const { theme } = readStoredSession()
  if (isTokenStored && theme !== getSession().theme) currentSession.set({ ...getSession(), theme })
}

/** Subscribes to changes of the session in other tabs. Returns the function that stops this. */
export function subscribeOtherTabs(): () => void {
  return subscribeEvents(['storage', 'pageshow'], (event) => {
    // A page restored from the back/forward cache has missed the storage events since it was left.
    if (event.type === 'storage' || (event as PageTransitionEvent).persisted) adoptStoredChanges()
  })
}
