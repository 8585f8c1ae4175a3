import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { type ResponseKey, responseStore } from '../shared/session/responseStore.ts'

/** Gives each test of the file a device with an empty store of responses. */
export function replaceDeviceStore() {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  })
  // Tells `responseStore` that its database connection is closed, so that the next test opens one to its own database.
  afterEach(async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    await responseStore('readonly', ({ transaction }) => transaction.db.onclose?.(new Event('close')))
    vi.unstubAllGlobals()
  })
}

export type StoredEntry = { key: ResponseKey; at: number; data: unknown }

/** Returns all cached responses. */
export const cachedResponses = () =>
  responseStore(
    'readonly',
    (store) =>
      new Promise<StoredEntry[]>((resolve) => {
        const entries: StoredEntry[] = []
        store.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
          if (!cursor) return resolve(entries)
          entries.push({ key: cursor.key as ResponseKey, ...cursor.value })
          cursor.continue()
        }
      }),
  )

/** Stores a response as an earlier run of the app would. */
export const cacheResponse = (key: ResponseKey, value: unknown) =>
  responseStore('readwrite', (store) => {
    store.put(value, key)
  })
