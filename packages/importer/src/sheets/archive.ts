import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { type OnProgress, openPackedZip, type Source } from './source.ts'
import { asBadFile, damaged, shownName } from './unreadableFile.ts'

const STORED = 0
const DEFLATED = 8

export type Archive = {
  entries: Source[]
  close(): void
}

/**
 * Opens a zip and lists its files, without folders. Names that are unsafe or repeated are passed to `onBadName`
 * instead. Nothing is written to the disk.
 * @throws {UnreadableFileError}
 */
export async function openArchive(
  source: Source,
  onBadName: (displayedName: string) => void,
): Promise<Archive> {
  const zip = await source.openZip().catch((error) => {
    throw asBadFile(source.file, error)
  })
  try {
    return { entries: await listEntries(zip, source.file, onBadName), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw isPasswordError(error) ? lockedError(source.file) : asBadFile(source.file, error)
  }
}

const lockedError = (file: string) =>
  new UnreadableFileError(file, 'está protegido con una contraseña: extráigalo y entregue la carpeta')
const isPasswordError = (error: unknown) =>
  error instanceof Error && error.message.includes('strong encryption')

async function listEntries(
  zip: ZipFile,
  file: string,
  onBadName: (displayedName: string) => void,
): Promise<Source[]> {
  const found: Source[] = []
  const seenPaths = new Set<string>()
  let packedBytes = 0
  if (zip.entryCount > limits.maxEntries)
    throw new UnreadableFileError(file, `contiene más de ${limits.maxEntries} archivos: repártalos en varios`)
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw lockedError(file)
    const path = nameOf(entry)
    packedBytes += entry.compressedSize
    if (!isSafe(path) || seenPaths.has(path)) onBadName(shownName(path.slice(0, limits.maxNameChars)))
    else if (!path.endsWith('/')) found.push(entrySource(zip, file, path, dropNames(entry)))
    seenPaths.add(path)
  }
  // If the compressed sizes add up to more than the file, entries overlap: a small file could expand without end.
  if (packedBytes > zip.fileSize) throw damaged(file)
  return found
}

const IN_UTF8 = 0x800
const UTF8_NAME = 0x7075
/**
 * The upper half of code page 850, in which Windows in Chile writes names. The library would decode them as
 * code page 437.
 */
const PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ '

function nameOf({ generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields }: Entry): string {
  const isUtf8Name = (flags & IN_UTF8) !== 0 || extraFields.some(({ id }) => id === UTF8_NAME)
  if (isUtf8Name) return getFileNameLowLevel(flags, raw, extraFields, true)
  if (isUtf8(raw)) return raw.toString() // some programs write UTF-8 without its flag
  return Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : PAGE_850[byte - 128])).join('')
}

const ABSOLUTE = /^(?:[a-z]:|[\\/])/i
const STEPS_OUT = /(?:^|[\\/])\.{1,2}(?:[\\/]|$)/

/** Windows separates folders with '\', which is also used in hostile names, so such a name is rejected too. */
function isSafe(path: string): boolean {
  if (path === '' || path.length > limits.maxNameChars || ABSOLUTE.test(path) || STEPS_OUT.test(path))
    return false
  return !path.includes('\\') && !/\p{Cc}/u.test(path)
}

/** Frees the memory of names that are no longer needed; an archive may have many thousands of entries. */
function dropNames(entry: Entry): Entry {
  const none = Buffer.alloc(0)
  return Object.assign(entry, {
    fileNameRaw: none,
    extraFieldRaw: none,
    fileCommentRaw: none,
    extraFields: [],
  })
}

function entrySource(zip: ZipFile, archive: string, path: string, entry: Entry): Source {
  const file = `${archive} › ${shownName(path)}`
  const read = (onProgress?: OnProgress) => inflate(zip, file, entry, onProgress)
  const { compressedSize: bytes, uncompressedSize: size } = entry
  return { file, path, bytes, size, read, openZip: () => openPackedZip({ file, read }) }
}

async function* inflate(
  zip: ZipFile,
  file: string,
  entry: Entry,
  onProgress?: OnProgress,
): AsyncGenerator<Buffer> {
  let bytes = 0
  let checksum = 0
  try {
    for await (const chunk of await openEntry(zip, file, entry)) {
      bytes += chunk.length
      checksum = crc32(chunk, checksum)
      if (bytes > entry.uncompressedSize) throw damaged(file)
      if (isBomb(bytes, entry.compressedSize))
        throw new UnreadableFileError(file, 'crece sin medida al descomprimirlo: no se leyó')
      yield chunk
      onProgress?.(Math.floor(entry.compressedSize * Math.min(1, bytes / entry.uncompressedSize)))
    }
  } catch (error) {
    throw asBadFile(file, error)
  }
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged(file)
}

async function openEntry(zip: ZipFile, file: string, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { compressionMethod: method } = entry
  if (method !== STORED && method !== DEFLATED)
    throw new UnreadableFileError(
      file,
      'está comprimido de una forma que no se conoce: extráigalo y entréguelo aparte',
    )
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (method === STORED) return packed
  // The library's own decompression reads only 16 KiB at a time, which is much slower.
  const inflated = createInflateRaw({ chunkSize: limits.readBytes })
  pipeline(packed, inflated, () => {}) // the reader receives the error
  return inflated
}

const isBomb = (bytes: number, packedBytes: number) =>
  bytes > limits.maxEntryBytes || (bytes > limits.unratedBytes && bytes > packedBytes * limits.maxEntryRatio)
