import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { type AnswerKey, answerStore } from '../shared/session/answerStore.ts'

/** Gives each test of the file a device with an empty store of answers. */
export function replaceDeviceStore() {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  })
  // Tells `answerStore` that its database connection is closed, so that the next test opens one to its own database.
  afterEach(async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    await answerStore('readonly', ({ transaction }) => transaction.db.onclose?.(new Event('close')))
    vi.unstubAllGlobals()
  })
}

export type StoredEntry = { key: AnswerKey; at: number; data: unknown }

/** Returns all stored answers. */
export const keptAnswers = () =>
  answerStore(
    'readonly',
    (store) =>
      new Promise<StoredEntry[]>((resolve) => {
        const entries: StoredEntry[] = []
        store.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
          if (!cursor) return resolve(entries)
          entries.push({ key: cursor.key as AnswerKey, ...cursor.value })
          cursor.continue()
        }
      }),
  )

/** Stores an answer as an earlier run of the app would. */
export const storeAnswer = (key: AnswerKey, value: unknown) =>
  answerStore('readwrite', (store) => {
    store.put(value, key)
  })
