import { createStore, type UseStore } from 'idb-keyval'
import { getSession, onSessionChange } from './store.ts'

const idbStore = createStore('apoderados', 'answers')

/** The IndexedDB store that holds the server's responses on the device after the app is closed. It never throws. */
export const cachedResponseStore: UseStore = async (mode, use) => idbStore(mode, use)

/** `student_id` is 0 for a response about the parent. */
export type ResponseKey = [parent_id: number, student_id: number, call: string, request: string]

/** Whether the current session may hold this response on the device; without a session it may hold none (R16). */
export function canPersist([parent_id, student_id]: ResponseKey): boolean {
  const { profile, user, students } = getSession()
  return (
    (profile ?? user)?.id === parent_id &&
    (student_id === 0 || !!students?.some(({ id }) => id === student_id))
  )
}

const sweep = () =>
  cachedResponseStore('readwrite', async (store) => {
    store.getAllKeys().onsuccess = ({ target }) => {
      for (const key of (target as IDBRequest<ResponseKey[]>).result) if (!canPersist(key)) store.delete(key)
    }
  })

/**
 * Removes the responses that this device may not hold: all after a sign-out, those of another parent, and those of a
 * student who has left the parent's list. It needs neither the network nor the code that reads responses. Returns the
 * function that stops this.
 */
export function sweepCachedResponses(): () => void {
  let swept: string | undefined
  const onSession = () => {
    const { profile, user, students } = getSession()
    const held = JSON.stringify([(profile ?? user)?.id, students?.map(({ id }) => id)])
    if (held === swept) return
    swept = held
    sweep().catch(() => undefined) // a device without storage holds no responses
  }
  onSession()
  return onSessionChange(onSession)
}
