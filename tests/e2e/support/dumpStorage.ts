import type { Page } from '@playwright/test'

/** Returns every text in a response that has at least 4 characters; the number of a RUT also with dots. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const texts = [value, value.replace(/^(\d{1,2})(\d{3})(\d{3})$/, '$1.$2.$3')]
    return value.length < 4 ? [] : [...new Set(texts)]
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Returns everything that the browser stores for the site, and what the page shows, by storage. */
export async function dumpStorage(page: Page): Promise<Record<string, string>> {
  const stored = await page.evaluate(async () => {
    const recordsOf = (name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const { result } = opening
          const stores = Array.from(result.objectStoreNames)
          if (stores.length === 0) return resolve([]) // a transaction needs at least one store
          const transaction = result.transaction(stores)
          const read = stores
            .map((store) => transaction.objectStore(store))
            .map((store) => [store.getAllKeys(), store.getAll()])
          transaction.oncomplete = () => resolve(read.flat().map((request) => request.result))
        }
      })
    const databases = await indexedDB.databases()
    const records = await Promise.all(databases.map(({ name = '' }) => recordsOf(name)))
    const cached: (string | undefined)[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        cached.push(request.url, await (await cache.match(request))?.text())
    }
    const typed = Array.from(document.querySelectorAll('input'), ({ value }) => value)
    return {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      indexedDB: JSON.stringify(records),
      caches: JSON.stringify(cached),
      history: JSON.stringify(history.state),
      address: decodeURI(location.href),
      title: document.title,
      document: [document.documentElement.outerHTML, document.body.innerText, ...typed].join('\n'),
    }
  })
  return { ...stored, cookies: JSON.stringify(await page.context().cookies()) }
}

/** Returns 'storage: text' for each text that was found. */
export const findTexts = (texts: string[], stored: Record<string, string>) =>
  Object.entries(stored).flatMap(([storage, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${storage}: ${text}`),
  )
