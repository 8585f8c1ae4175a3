import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '@apoderados/core/files/fileStore'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '../config.ts'
import { withMemoryCache } from './memory.ts'

const pictureBytes = (text: string) => Buffer.from(text)

/** A store with a memory cache. It records the ids that are read, and each read ends once `respond()` has resolved. */
function cachedStore(content: Record<string, Buffer>, respond: () => Promise<unknown> = async () => {}) {
  const stored = new Map(Object.entries(content))
  const reads: string[] = []
  const store: Pick<Files, 'read' | 'readPart' | 'write' | 'remove'> = {
    async read(id) {
      reads.push(id)
      const bytes = stored.get(id)
      await respond()
      return bytes
    },
    async readPart(id, from) {
      const bytes = await store.read(id)
      return bytes && { bytes: bytes.subarray(from, from + limits.filePartBytes), size: bytes.length }
    },
    async write(id, bytes) {
      stored.set(id, Buffer.from(bytes))
    },
    async remove(id) {
      stored.delete(id)
    },
  }
  return { reads, stored, files: withMemoryCache(store as unknown as Files) }
}

describe('recently read files', () => {
  it('are read from the store once, also by concurrent requests', async () => {
    const { files, reads } = cachedStore({ a: pictureBytes('uno') }, () => sleep(5))
    const contents = await Promise.all([files.read('a'), files.read('a')])
    expect(contents.map(String)).toEqual(['uno', 'uno'])
    expect(String(await files.read('a'))).toBe('uno')
    expect(reads).toEqual(['a'])
  })

  it('are gone as soon as they are removed, and current as soon as they are written', async () => {
    const { files } = cachedStore({ a: pictureBytes('uno') })
    await files.read('a')
    await files.write('a', pictureBytes('dos'))
    expect(String(await files.read('a'))).toBe('dos')
    await files.remove('a')
    expect(await files.read('a')).toBeUndefined()
  })

  it('expire', async () => {
    const { files, reads } = cachedStore({ a: pictureBytes('uno') })
    await files.read('a')
    const afterExpiry = performance.now() + limits.filesKeptMinutes * 60_000 + 1
    await sleep(5) // The cache reuses the time that it has read for 1 ms; only then does it read the mock.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(afterExpiry)
    try {
      await files.read('a')
      expect(reads).toEqual(['a', 'a'])
    } finally {
      clock.mockRestore()
    }
  })

  it('are evicted, the oldest first, if there are too many', async () => {
    const size = limits.filePartBytes - 1
    const ids = Array.from({ length: limits.filesKeptBytes / limits.filePartBytes + 1 }, (_, index) =>
      String(index),
    )
    const { files, reads } = cachedStore(Object.fromEntries(ids.map((id) => [id, Buffer.alloc(size)])))
    for (const id of ids) await files.read(id)
    await files.read(ids.at(-1) as string)
    expect(reads).toEqual(ids)
    await files.read('0')
    expect(reads).toEqual([...ids, '0'])
  })

  it('are not cached when they are large', async () => {
    const { files, reads } = cachedStore({ a: Buffer.alloc(limits.filePartBytes) })
    expect((await files.read('a'))?.length).toBe(limits.filePartBytes)
    await files.read('a')
    expect(reads).toEqual(['a', 'a'])
  })
})
