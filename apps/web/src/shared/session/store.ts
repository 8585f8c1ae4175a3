import { useSyncExternalStore } from 'react'
import { isSignedIn, reduce, restore, type SessionEvent } from './session.ts'
import {
  emptySession,
  readStored,
  rewriteStored,
  type Session,
  tokenWasReplaced,
  writeStored,
} from './stored.ts'

let session = emptySession
/** False after a write that the device refused: all nine keys are due, the one that lacks may be the token. */
let isComplete = false
/** False where the device has refused the token: then there is nothing to compare other tabs with. */
let isStored = false
const listeners = new Set<() => void>()

/** The server has ended the last session of this page, which the sign-in says. In memory alone: a reload forgets it. */
export let isEndedByServer = false
/** While the parent signs out, calls that are under way may be refused. */
let isEndExpected = false

export function expectEnd(isExpected: boolean) {
  isEndExpected = isExpected
}

export const getSession = (): Session => session

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, getSession)
}

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Restores the session of this device and wipes what a session that cannot be read left behind. */
export function startSession() {
  const read = readStored()
  const restored = restore(read)
  isComplete = rewriteStored(restored, read)
  isStored = !tokenWasReplaced(restored.auth_token)
  become(restored)
}

export function dispatch(event: SessionEvent) {
  // What was meant for a session that another tab has ended must not touch the next one.
  if (event.type !== 'signedIn' && followOtherTabs()) return
  const next = reduce(session, event)
  if (next === session) return
  isEndedByServer = event.type === 'refused' && !isEndExpected
  const isSameSession = isSignedIn(next) && next.auth_token === session.auth_token
  isComplete = writeStored(next, isSameSession && isComplete ? session : undefined)
  isStored = !tokenWasReplaced(next.auth_token)
  become(next)
}

/** What another tab did to the session holds here too: its sign-out above all (R16). True when it did. */
function followOtherTabs(): boolean {
  if (!isStored || !tokenWasReplaced(session.auth_token)) return false
  isEndedByServer = false
  const restored = restore(readStored())
  if (!isSignedIn(restored)) writeStored(restored) // and what this tab may have saved since
  become(restored)
  return true
}

function followStorage() {
  if (followOtherTabs()) return
  const { theme } = readStored()
  if (isStored && theme !== session.theme) become({ ...session, theme })
}

/** A page that Back takes out of the browser's memory has heard of nothing since it was left. */
function followStorageAfterBack({ persisted }: PageTransitionEvent) {
  if (persisted) followStorage()
}

/** Listens to the other tabs; returns how to stop. */
export function watchOtherTabs(): () => void {
  addEventListener('storage', followStorage)
  addEventListener('pageshow', followStorageAfterBack)
  return () => {
    removeEventListener('storage', followStorage)
    removeEventListener('pageshow', followStorageAfterBack)
  }
}
