import * as z from 'zod/mini'
import { whenIdle } from '../session/whenIdle.ts'
import { CODE_CACHE } from './codeCache.ts'
import { entryFileAddress } from './entryFileAddress.ts'

/** The schema of app-files.json, which build/buildFiles.ts writes; its paths are relative to the origin. */
const AppFiles = z.object({ start: z.array(z.string()), rest: z.array(z.string()) })

const pathOf = (url: string) => new URL(url, location.origin).pathname.slice(1)

/** Whether the browser's data saver is on; not every browser reports it. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Fetches the files of this build that the device lacks, so that every page opens without a network, and removes files
 * of other builds. It starts once the page is idle and fetches one file at a time. If a file cannot be fetched, it
 * rejects, and the next start of the app tries again; a page that is opened fetches its own files anyway.
 */
export async function cacheApp(): Promise<void> {
  if (savesData() || !('caches' in window)) return
  await whenIdle()
  const { start, rest } = AppFiles.parse(await (await fetch('/app-files.json')).json())
  // The server may have a newer build with files that this page does not use.
  if (!start.includes(pathOf(entryFileAddress() ?? ''))) return
  const cache = await caches.open(CODE_CACHE)
  const cachedRequests = await cache.keys()
  const neededPaths = new Set([...start, ...rest])
  await Promise.all(
    cachedRequests.filter(({ url }) => !neededPaths.has(pathOf(url))).map((old) => cache.delete(old)),
  )
  const cachedPaths = new Set(cachedRequests.map(({ url }) => pathOf(url)))
  for (const file of rest) if (!cachedPaths.has(file)) await cache.add(`/${file}`)
}
