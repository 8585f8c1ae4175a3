import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract as Archive, extract } from 'tar-stream'
import { BackupError, DAMAGED_MESSAGE } from './backupFormat.ts'

type Entry = Archive extends AsyncIterable<infer Entry> ? Entry : never

/** Reads the entries of a backup one by one. An error of the archive or the compression is thrown as BackupError. */
export type Entries = {
  /** The name of the current entry; undefined after the last entry. */
  name(): string | undefined
  /** Reads the current entry in chunks. */
  content(): AsyncIterable<Buffer>
  /** Reads the whole current entry. @throws {BackupError} if it has more than `bytesMax` bytes, or there is none */
  readAll(bytesMax: number): Promise<Buffer>
  /** Skips the unread rest of the current entry, and moves to the next one. */
  next(): Promise<void>
  close(): void
}

/** Opens a backup at its first entry. */
export async function openEntries(bytes: Readable): Promise<Entries> {
  const archive = extract()
  const pipelineDone = pipeline(bytes, createZstdDecompress(), archive)
  pipelineDone.catch(() => {}) // the readers of the entries report the error
  const iterator = withRootCause<Entry>(archive, pipelineDone)
  let entry: Entry | undefined
  const content = () => withRootCause((entry ?? []) as AsyncIterable<Buffer>, pipelineDone)
  async function next() {
    const { value, done } = await iterator.next()
    entry = done ? undefined : value
    if (done) await pipelineDone.catch((error) => Promise.reject(rootCauseOf(error)))
  }
  function close() {
    archive.destroy()
    bytes.destroy()
  }
  async function readAll(bytesMax: number) {
    if (!entry || entry.header.size > bytesMax) throw new BackupError(DAMAGED_MESSAGE)
    return buffer(content())
  }
  await next().catch((error) => {
    close()
    throw error
  })
  return { name: () => entry?.header.name, content, readAll, next, close }
}

/**
 * Yields the items of `source`. If the input or its decompression fails, `source` throws an error of the archive; this
 * function throws the original error instead.
 */
async function* withRootCause<T>(source: AsyncIterable<T>, pipelineDone: Promise<void>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw rootCauseOf(await pipelineDone.then(() => error).catch((cause) => cause))
  }
}

/** Returns errors of the operating system and BackupErrors unchanged, others as the BackupError of a damaged backup. */
function rootCauseOf(error: unknown): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error
  return error instanceof BackupError || isSystemError
    ? error
    : new BackupError(DAMAGED_MESSAGE, { cause: error })
}
