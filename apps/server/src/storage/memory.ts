import type { FilePart, Files } from '@apoderados/core/files/fileStore'
import { LRUCache } from 'lru-cache'
import { limits } from '../config.ts'

const MS_PER_MINUTE = 60_000

/** Caches small files: families of a class request the same portraits. It checks no rights: callers do so before. */
export function withMemoryCache(store: Files): Files {
  const cache = new LRUCache<string, FilePart>({
    maxSize: limits.filesKeptBytes,
    maxEntrySize: limits.filePartBytes,
    sizeCalculation: ({ size }) => size + 1, // an entry's size must be positive, a file may be empty
    ttl: limits.filesKeptMinutes * MS_PER_MINUTE,
    fetchMethod: (id) => store.readPart(id, 0),
    ignoreFetchAbort: true, // a read that is running when its file is removed still succeeds, but is not cached
  })
  const evictAfter = async (id: string, change: Promise<void>) => {
    try {
      await change
    } finally {
      cache.delete(id)
    }
  }
  return {
    ...store,
    async read(id) {
      const first = await cache.fetch(id)
      return first && first.bytes.length < first.size ? store.read(id) : first?.bytes
    },
    readPart: (id, from) => (from === 0 ? cache.fetch(id) : store.readPart(id, from)),
    write: (id, bytes) => evictAfter(id, store.write(id, bytes)),
    remove: (id) => evictAfter(id, store.remove(id)),
  }
}
