import type { Database } from '../db/client/open.ts'
import type { Files } from '../files/fileStore.ts'
import { findUnusedFiles } from './erasure.ts'

/** A file is removed if it is at least this old and has been an orphan, a file without a row, for as long. */
const ORPHAN_AGE_MS = 24 * 3_600_000
const IDS_PER_QUERY = 1_000
const REMOVED_PER_RUN_MAX = 1_000

/** Yields in batches the ids of files at least a day old: an import writes files before the rows that refer to them. */
async function* oldFiles(files: Files, now: number): AsyncGenerator<string[]> {
  let ids: string[] = []
  for await (const { id, modified } of files.list()) {
    if (now - modified.getTime() < ORPHAN_AGE_MS) continue
    ids.push(id)
    if (ids.length < IDS_PER_QUERY) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}

export type OrphanRemoval = {
  /** The number of stored files that are at least a day old. */
  stored: number
  /** The number of those files to which no row refers. */
  orphans: number
  /** True if over half of these are orphans: the store probably belongs to another database, and nothing is removed. */
  areTooMany: boolean
}

/**
 * Returns a function that removes the stored files to which no row has referred for a day, such as those of an erasure
 * or an interrupted import. The day begins when the returned function first finds the file without a row, so it removes
 * nothing within a day after the start of the process.
 */
export function createOrphanRemoval(db: Database, files: Files): (now?: number) => Promise<OrphanRemoval> {
  let firstSeen = new Map<string, number>()
  return async (now = Date.now()) => {
    const found: string[] = []
    let [stored, orphans] = [0, 0]
    for await (const ids of oldFiles(files, now)) {
      const unreferenced = await findUnusedFiles(db, ids)
      stored += ids.length
      orphans += unreferenced.length
      found.push(...unreferenced.slice(0, REMOVED_PER_RUN_MAX - found.length))
    }
    const areTooMany = orphans * 2 > stored
    firstSeen = new Map(areTooMany ? [] : found.map((id) => [id, firstSeen.get(id) ?? now]))
    const removableIds = [...firstSeen]
      .filter(([, seenAt]) => now - seenAt >= ORPHAN_AGE_MS)
      .map(([id]) => id)
    for (const id of removableIds) await files.remove(id)
    return { stored, orphans, areTooMany }
  }
}
