import { createReadStream } from 'node:fs'
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { toUnreadableFileError } from './unreadableFile.ts'

export type OnProgress = (bytes: number) => void

/** Bytes that can be read from the start any number of times: a file, or an entry of an archive. */
export type Source = {
  /** The name that the operator sees. */
  file: string
  /** The path relative to the delivered folder or archive, with '/'. */
  path: string
  /** The size on the disk in bytes; for an archive's entry, the compressed size. */
  bytes: number
  /** The uncompressed size in bytes. */
  size: number
  /** Yields the content; `onProgress` receives how many of `bytes` were read so far. @throws {UnreadableFileError} */
  read(onProgress?: OnProgress): AsyncIterable<Buffer>
  /** Opens the file for random access, as an archive requires. @throws {UnreadableFileError}, or an error of the system or library */
  openZip(): Promise<ZipFile>
}

// With these options, the library neither decodes nor checks names: an invalid one would end the reading of the rest.
const ZIP_OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false }

export function createFileSource(
  absolutePath: string,
  location: Pick<Source, 'file' | 'path' | 'size'>,
): Source {
  return {
    ...location,
    bytes: location.size,
    read: (onProgress) => readFile(absolutePath, location, onProgress),
    openZip: () => openPromise(absolutePath, ZIP_OPTIONS),
  }
}

async function* readFile(
  absolutePath: string,
  { file, size }: Pick<Source, 'file' | 'size'>,
  onProgress?: OnProgress,
): AsyncGenerator<Buffer> {
  let bytesRead = 0
  try {
    for await (const chunk of createReadStream(absolutePath, { highWaterMark: limits.readBytes })) {
      yield chunk
      bytesRead += chunk.length
      onProgress?.(Math.min(bytesRead, size))
    }
  } catch (error) {
    throw toUnreadableFileError(file, error)
  }
}

/** Opens a zip that is an entry of an archive, or is in memory, by reading it into memory. */
export async function openPackedZip(source: Pick<Source, 'file' | 'read'>): Promise<ZipFile> {
  const tooLarge = 'es demasiado grande dentro de un zip: extráigalo y entréguelo aparte'
  return fromBufferPromise(await readWhole(source, limits.maxPackedWorkbookBytes, tooLarge), ZIP_OPTIONS)
}

/** Reads all bytes. @throws {UnreadableFileError} with the message `tooLarge` if there are more than `maxBytes` */
export async function readWhole(
  source: Pick<Source, 'file' | 'read'>,
  maxBytes: number,
  tooLarge: string,
): Promise<Buffer> {
  const bytes = await readFirstBytes(source, maxBytes + 1)
  if (bytes.length > maxBytes) throw new UnreadableFileError(source.file, tooLarge)
  return bytes
}

/** Reads the first bytes, by which the kind of a file is recognised. @throws {UnreadableFileError} */
export const readHead = (source: Pick<Source, 'read'>): Promise<Buffer> =>
  readFirstBytes(source, limits.headBytes)

async function readFirstBytes({ read }: Pick<Source, 'read'>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of read()) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
