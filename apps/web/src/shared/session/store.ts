import { listen } from '../listen.ts'
import { observable } from '../observable.ts'
import { isSignedIn, reduce, restoreSession, type SessionEvent } from './session.ts'
import { emptySession, readStored, rewriteStored, tokenWasReplaced, writeStored } from './stored.ts'

const current = observable(emptySession)
/** Whether the device's storage holds the whole session. If not, the next write stores all nine keys. */
let isComplete = false
/**
 * Whether the device's storage holds this tab's token. If the write of the token failed, a different stored token does
 * not mean that another tab has changed the session.
 */
let isStored = false

/** Whether the server ended the last session, which the sign-in page shows until a reload. */
export let isEndedByServer = false
/** True while the parent signs out: a call that the server then refuses is no end of the session by the server. */
let isEndExpected = false

export function expectEnd(isExpected: boolean) {
  isEndExpected = isExpected
}

export const { get: getSession, follow: onSessionChange, use: useSession } = current

/** Restores the stored session and removes stored values that it does not use, such as unreadable ones. */
export function startSession() {
  const read = readStored()
  const restored = restoreSession(read)
  isComplete = rewriteStored(restored, read)
  isStored = !tokenWasReplaced(restored.auth_token)
  current.set(restored)
}

export function dispatch(event: SessionEvent) {
  // An event of a session that another tab has ended must not change the next session.
  if (event.type !== 'signedIn' && followOtherTabs()) return
  const session = getSession()
  const next = reduce(session, event)
  if (next === session) return
  isEndedByServer = event.type === 'refused' && !isEndExpected
  const isSameSession = isSignedIn(next) && next.auth_token === session.auth_token
  isComplete = writeStored(next, isSameSession && isComplete ? session : undefined)
  isStored = !tokenWasReplaced(next.auth_token)
  current.set(next)
}

/** Adopts a sign-out or sign-in of another tab (R16). Returns whether there was such a change. */
function followOtherTabs(): boolean {
  if (!isStored || !tokenWasReplaced(getSession().auth_token)) return false
  isEndedByServer = false
  const restored = restoreSession(readStored())
  if (!isSignedIn(restored)) writeStored(restored) // removes keys that this tab wrote after the other tab's sign-out
  current.set(restored)
  return true
}

function followStorage() {
  if (followOtherTabs()) return
  const { theme } = readStored()
  if (isStored && theme !== getSession().theme) current.set({ ...getSession(), theme })
}

/** Follows changes of the session in other tabs. Returns the function that stops this. */
export function watchOtherTabs(): () => void {
  return listen(['storage', 'pageshow'], (event) => {
    // A page restored from the back/forward cache has missed the storage events since it was left.
    if (event.type === 'storage' || (event as PageTransitionEvent).persisted) followStorage()
  })
}
