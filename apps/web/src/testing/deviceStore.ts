import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { cachedResponseStore, type ResponseKey } from '../shared/session/cachedResponseStore.ts'

/** Gives each test of the file a device without cached responses. */
export function replaceDeviceStore() {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  })
  // Tells `cachedResponseStore` that its database connection is closed, so that the next test opens one to its own database.
  afterEach(async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    await cachedResponseStore('readonly', ({ transaction }) => transaction.db.onclose?.(new Event('close')))
    vi.unstubAllGlobals()
  })
}

export type CachedResponse = { key: ResponseKey; at: number; data: unknown }

/** Returns all cached responses. */
export const cachedResponses = () =>
  cachedResponseStore(
    'readonly',
    (store) =>
      new Promise<CachedResponse[]>((resolve) => {
        const entries: CachedResponse[] = []
        store.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
          if (!cursor) return resolve(entries)
          entries.push({ key: cursor.key as ResponseKey, ...cursor.value })
          cursor.continue()
        }
      }),
  )

/** Caches a response on the device as an earlier run of the app would. */
export const cacheResponse = (key: ResponseKey, value: unknown) =>
  cachedResponseStore('readwrite', (store) => {
    store.put(value, key)
  })
