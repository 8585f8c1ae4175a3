import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract as Archive, extract } from 'tar-stream'
import { BackupError, DAMAGED } from './backupFormat.ts'

type Entry = Archive extends AsyncIterable<infer Entry> ? Entry : never

/** A backup's entries, one at a time; whatever is wrong below them is thrown as a BackupError. */
export type Entries = {
  /** Of the entry at hand; undefined after the last. */
  name(): string | undefined
  content(): AsyncIterable<Buffer>
  /** All of it. @throws {BackupError} when it is larger than `bytesMax` */
  whole(bytesMax: number): Promise<Buffer>
  /** What was not taken of the entry at hand is lost. */
  next(): Promise<void>
  close(): void
}

/** At the first entry. */
export async function openEntries(bytes: Readable): Promise<Entries> {
  const archive = extract()
  const fed = pipeline(bytes, createZstdDecompress(), archive)
  fed.catch(() => {}) // told below, by what is read of it
  const iterator = checked<Entry>(archive, fed)
  let entry: Entry | undefined
  const content = () => checked((entry ?? []) as AsyncIterable<Buffer>, fed)
  async function next() {
    const { value, done } = await iterator.next()
    entry = done ? undefined : value
    if (done) await fed.catch((error) => Promise.reject(rootOf(error)))
  }
  function close() {
    archive.destroy()
    bytes.destroy()
  }
  async function whole(bytesMax: number) {
    if (!entry || entry.header.size > bytesMax) throw new BackupError(DAMAGED)
    return buffer(content())
  }
  await next().catch((error) => {
    close()
    throw error
  })
  return { name: () => entry?.header.name, content, whole, next, close }
}

/** The archive ends with an error of its own when one of the streams before it fails: the first cause counts. */
async function* checked<T>(source: AsyncIterable<T>, fed: Promise<void>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw rootOf(await fed.then(() => error).catch((cause) => cause))
  }
}

function rootOf(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error
  return error instanceof BackupError || isOfSystem ? error : new BackupError(DAMAGED, { cause: error })
}
