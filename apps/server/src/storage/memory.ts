import { LRUCache } from 'lru-cache'
import { limits } from '../config.ts'
import type { Files } from '../files.ts'

const MS_PER_MINUTE = 60_000

/**
 * `store`, with the small files that were read last in memory: the portraits of one class list are asked for by its
 * families one after the other. Whoever asks has been found to have the right to a file before it is read.
 */
export function inMemory(store: Files): Files {
  const kept = new LRUCache<string, Buffer>({
    maxSize: limits.filesKeptBytes,
    maxEntrySize: limits.fileKeptBytesMax,
    sizeCalculation: ({ length }) => length + 1, // a file may be empty, an entry may not
    ttl: limits.filesKeptMinutes * MS_PER_MINUTE,
    fetchMethod: (id) => store.read(id),
    ignoreFetchAbort: true, // who was reading a file when it went still gets it; it is not kept
  })
  const forgetting = async (id: string, change: Promise<void>) => {
    try {
      await change
    } finally {
      kept.delete(id)
    }
  }
  return {
    ...store,
    read: (id) => kept.fetch(id),
    write: (id, bytes) => forgetting(id, store.write(id, bytes)),
    remove: (id) => forgetting(id, store.remove(id)),
  }
}
