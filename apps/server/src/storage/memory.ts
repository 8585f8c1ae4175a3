import type { FilePart, Files } from '@apoderados/database/files/fileStore'
import { LRUCache } from 'lru-cache'
import { limits } from '../config.ts'

const MS_PER_MINUTE = 60_000

/**
 * `store`, with the small files that were read last in memory: the portraits of one class list are asked for by its
 * families one after the other. Whoever asks has been found to have the right to a file before it is read.
 */
export function inMemory(store: Files): Files {
  const kept = new LRUCache<string, FilePart>({
    maxSize: limits.filesKeptBytes,
    maxEntrySize: limits.filePartBytes,
    sizeCalculation: ({ size }) => size + 1, // a file may be empty, an entry may not
    ttl: limits.filesKeptMinutes * MS_PER_MINUTE,
    fetchMethod: (id) => store.readPart(id, 0),
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
    async read(id) {
      const first = await kept.fetch(id)
      return first && first.bytes.length < first.size ? store.read(id) : first?.bytes
    },
    readPart: (id, from) => (from === 0 ? kept.fetch(id) : store.readPart(id, from)),
    write: (id, bytes) => forgetting(id, store.write(id, bytes)),
    remove: (id) => forgetting(id, store.remove(id)),
  }
}
