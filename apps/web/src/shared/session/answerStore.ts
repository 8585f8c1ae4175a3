import { createStore } from 'idb-keyval'
import { afterFirstPaint } from '../../startup/firstPaint.ts'
import { isSignedIn } from './session.ts'
import { getSession, onSessionChange } from './store.ts'

/** Where the server's answers outlive the app. */
export const answerStore = createStore('apoderados', 'answers')

/** `student_id` is 0 for what is the parent's own. */
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
 * Removes what this device may no longer hold: everything after a sign-out, what another parent left, and a
 * student's who is not on the list any more. It needs neither the network nor the code of the answers.
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
    sweep().catch(() => undefined) // a device that does not store holds nothing
  }
  // What the first page shows is read meanwhile, and would wait for it.
  if (isSignedIn(getSession())) void afterFirstPaint().then(onSession)
  else onSession()
  return onSessionChange(onSession)
}
