import type { Database } from '../client/open.ts'
import type { Files } from '../files/fileStore.ts'
import { unused } from './erasure.ts'

const GRACE_MS = 24 * 3_600_000
const IDS_PER_QUERY = 1_000
const REMOVED_AT_ONCE = 1_000

/** What has lain long enough: an import writes its files before the rows that name them. */
async function* oldFiles(files: Files, now: number): AsyncGenerator<string[]> {
  let ids: string[] = []
  for await (const { id, modified } of files.list()) {
    if (now - modified.getTime() < GRACE_MS) continue
    ids.push(id)
    if (ids.length < IDS_PER_QUERY) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}

export type OrphanRemoval = {
  stored: number
  orphans: number
  /** More than half of what is stored: this is another database's store, and nothing was removed. */
  areTooMany: boolean
}

/**
 * Removes the stored files that no row has named for a day, as an erasure or an interrupted import leaves them. A
 * process knows only how long it has seen them so itself: the first day after a start removes nothing.
 */
export function createOrphanRemoval(db: Database, files: Files): (now?: number) => Promise<OrphanRemoval> {
  let seenSince = new Map<string, number>()
  return async (now = Date.now()) => {
    const found: string[] = []
    let [stored, orphans] = [0, 0]
    for await (const ids of oldFiles(files, now)) {
      const unnamed = await unused(db, ids)
      stored += ids.length
      orphans += unnamed.length
      found.push(...unnamed.slice(0, REMOVED_AT_ONCE - found.length))
    }
    const areTooMany = orphans * 2 > stored
    seenSince = new Map(areTooMany ? [] : found.map((id) => [id, seenSince.get(id) ?? now]))
    const due = [...seenSince].filter(([, since]) => now - since >= GRACE_MS).map(([id]) => id)
    for (const id of due) await files.remove(id)
    return { stored, orphans, areTooMany }
  }
}
