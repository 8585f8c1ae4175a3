import { createReadStream } from 'node:fs'
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { asBadFile } from './unreadableFile.ts'

export type OnProgress = (bytes: number) => void

/** Bytes that can be read from the start any number of times: a file, or an entry of an archive. */
export type Source = {
  /** As the operator knows it. */
  file: string
  /** Below what was given, with '/'. */
  path: string
  /** That it takes on the disk, packed where its archive packs it. */
  bytes: number
  /** In bytes, unpacked. */
  size: number
  /** In pieces of about 64 KiB; `onProgress` hears how many of `bytes` are behind. @throws {UnreadableFileError} */
  read(onProgress?: OnProgress): AsyncIterable<Buffer>
  /** For reading here and there, as an archive is read. @throws {UnreadableFileError} */
  openZip(): Promise<ZipFile>
}

// Names are decoded and judged one by one: the first bad one must not hide the rest.
const ZIP = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false }

export function fileSource(absolutePath: string, place: Pick<Source, 'file' | 'path' | 'size'>): Source {
  return {
    ...place,
    bytes: place.size,
    read: (onProgress) => readFile(absolutePath, place, onProgress),
    async openZip() {
      try {
        return await openPromise(absolutePath, ZIP)
      } catch (error) {
        throw asBadFile(place.file, error)
      }
    },
  }
}

async function* readFile(
  absolutePath: string,
  { file, size }: Pick<Source, 'file' | 'size'>,
  onProgress?: OnProgress,
): AsyncGenerator<Buffer> {
  let behind = 0
  try {
    for await (const chunk of createReadStream(absolutePath, { highWaterMark: limits.readBytes })) {
      yield chunk
      behind += chunk.length
      onProgress?.(Math.min(behind, size))
    }
  } catch (error) {
    throw asBadFile(file, error)
  }
}

export async function openPackedZip(source: Pick<Source, 'file' | 'read'>): Promise<ZipFile> {
  const tooLarge = 'es demasiado grande dentro de un zip: extráigalo y entréguelo aparte'
  const bytes = await readWhole(source, limits.maxPackedWorkbookBytes, tooLarge)
  try {
    return await fromBufferPromise(bytes, ZIP)
  } catch (error) {
    throw asBadFile(source.file, error)
  }
}

/** @throws {UnreadableFileError} saying `tooLarge` beyond `maxBytes` */
export async function readWhole(
  { file, read }: Pick<Source, 'file' | 'read'>,
  maxBytes: number,
  tooLarge: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of read()) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UnreadableFileError(file, tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @throws {UnreadableFileError} */
export async function readHead({ read }: Pick<Source, 'read'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of read()) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= limits.headBytes) break
  }
  return Buffer.concat(chunks).subarray(0, limits.headBytes)
}
