import { createStore } from 'idb-keyval'
import { afterFirstPaint } from '../../startup/firstPaint.ts'
import { isSignedIn } from './session.ts'
import { getSession, onSessionChange } from './store.ts'

/** The IndexedDB store that keeps the server's answers on the device after the app is closed. */
export const answerStore = createStore('apoderados', 'answers')

/** `student_id` is 0 for an answer about the parent. */
export type AnswerKey = [parent_id: number, student_id: number, call: string, request: string]

/** Whether the current session may keep this answer on the device; without a session none is kept (R16). */
export function canPersist([parent_id, student_id]: AnswerKey): boolean {
  const { profile, user, students } = getSession()
  return (
    (profile ?? user)?.id === parent_id &&
    (student_id === 0 || !!students?.some(({ id }) => id === student_id))
  )
}

/**
 * Removes the answers that this device may not hold: all after a sign-out, those of another parent, and those of a
 * student who has left the parent's list. It works without the network and without the code that reads answers. Returns
 * the function that stops this.
 */
export function watchAnswerStore() {
  const sweep = async () => {
    await answerStore('readwrite', (store) => {
      store.getAllKeys().onsuccess = ({ target }) => {
        for (const key of (target as IDBRequest<AnswerKey[]>).result) if (!canPersist(key)) store.delete(key)
      }
    })
  }
  let swept: string | undefined
  const onSession = () => {
    const { profile, user, students } = getSession()
    const held = JSON.stringify([(profile ?? user)?.id, students?.map(({ id }) => id)])
    if (held === swept) return
    swept = held
    sweep().catch(() => undefined) // a device without storage holds no answers
  }
  // The sweep waits for the first paint, as it would delay the first page's reads.
  if (isSignedIn(getSession())) void afterFirstPaint().then(onSession)
  else onSession()
  return onSessionChange(onSession)
}
