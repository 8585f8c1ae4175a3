import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { limits } from './limits.ts'
import { UnreadableFileError } from './sheet.ts'
import { type OnProgress, openPackedZip, type Source } from './source.ts'
import { damagedError, shownName, toUnreadableFileError } from './unreadableFile.ts'

const STORED_METHOD = 0
const DEFLATED_METHOD = 8

/** An open zip: its files, without folders. */
export type Archive = {
  entries: Source[]
  close(): void
}

/**
 * Opens a zip and lists its files. Files whose names are unsafe or repeated are not listed; `onBadName` receives their
 * names, safe for a terminal. Nothing is written to the disk.
 * @throws {UnreadableFileError}
 */
export async function openArchive(
  source: Source,
  onBadName: (displayedName: string) => void,
): Promise<Archive> {
  const zip = await source.openZip().catch((error) => {
    throw toUnreadableFileError(source.file, error)
  })
  try {
    return { entries: await listEntries(zip, source.file, onBadName), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw isPasswordError(error) ? lockedError(source.file) : toUnreadableFileError(source.file, error)
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
    const path = normalizePath(decodeEntryName(entry))
    packedBytes += entry.compressedSize
    if (!isSafePath(path) || seenPaths.has(path)) onBadName(shownName(path.slice(0, limits.maxNameChars)))
    else if (!path.endsWith('/')) found.push(createEntrySource(zip, file, path, dropNames(entry)))
    seenPaths.add(path)
  }
  // If the packed sizes add up to more than the file's size, entries overlap: a small file could expand without end.
  if (packedBytes > zip.fileSize) throw damagedError(file)
  return found
}

/** The flag of an entry whose name is in UTF-8. */
const UTF8_NAME_FLAG = 0x800
/** The id of the extra field that contains an entry's name in UTF-8. */
const UTF8_NAME_FIELD = 0x7075
/** The upper half of code page 850, of names by Windows in Chile; the library would decode them as code page 437. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ '

function decodeEntryName({ generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields }: Entry): string {
  const isUtf8Name = (flags & UTF8_NAME_FLAG) !== 0 || extraFields.some(({ id }) => id === UTF8_NAME_FIELD)
  if (isUtf8Name) return getFileNameLowLevel(flags, raw, extraFields, true)
  if (isUtf8(raw)) return raw.toString() // some programs write UTF-8 without its flag
  return Array.from(raw, (byte) => (byte < 128 ? String.fromCharCode(byte) : CODE_PAGE_850[byte - 128])).join(
    '',
  )
}

/** Writes a path with '/', as some programs on Windows do not, and without the folder '.'. */
const normalizePath = (path: string) => path.replaceAll('\\', '/').replace(/(^|\/)(?:\.\/)+/g, '$1')

const ABSOLUTE_PATH = /^(?:[a-z]:|\/)/i
/** Matches a path with a folder '.' or '..'. */
const DOT_FOLDER = /(?:^|\/)\.{1,2}(?:\/|$)/

/** True for a relative path that stays in its folder. Nothing is written to the disk under this path. */
const isSafePath = (path: string): boolean =>
  path !== '' &&
  path.length <= limits.maxNameChars &&
  !ABSOLUTE_PATH.test(path) &&
  !DOT_FOLDER.test(path) &&
  !/\p{Cc}/u.test(path)

/** Removes an entry's raw names and comment, to free memory: an archive may have many thousands of entries. */
function dropNames(entry: Entry): Entry {
  const none = Buffer.alloc(0)
  return Object.assign(entry, {
    fileNameRaw: none,
    extraFieldRaw: none,
    fileCommentRaw: none,
    extraFields: [],
  })
}

function createEntrySource(zip: ZipFile, archive: string, path: string, entry: Entry): Source {
  const file = `${archive} › ${shownName(path)}`
  const read = (onProgress?: OnProgress) => readEntry(zip, file, entry, onProgress)
  const { compressedSize: bytes, uncompressedSize: size } = entry
  return { file, path, bytes, size, read, openZip: () => openPackedZip({ file, read }) }
}

async function* readEntry(
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
      if (bytes > entry.uncompressedSize) throw damagedError(file)
      if (isZipBomb(bytes, entry.compressedSize))
        throw new UnreadableFileError(file, 'crece sin medida al descomprimirlo: no se leyó')
      yield chunk
      onProgress?.(Math.floor(entry.compressedSize * Math.min(1, bytes / entry.uncompressedSize)))
    }
  } catch (error) {
    throw toUnreadableFileError(file, error)
  }
  if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) throw damagedError(file)
}

async function openEntry(zip: ZipFile, file: string, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { compressionMethod: method } = entry
  if (method !== STORED_METHOD && method !== DEFLATED_METHOD)
    throw new UnreadableFileError(
      file,
      'está comprimido de una forma que no se conoce: extráigalo y entréguelo aparte',
    )
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (method === STORED_METHOD) return packed
  // The library's own decompression reads only 16 KiB at a time, which is much slower.
  const inflated = createInflateRaw({ chunkSize: limits.readBytes })
  pipeline(packed, inflated, () => {}) // the reader receives the error
  return inflated
}

const isZipBomb = (bytes: number, packedBytes: number) =>
  bytes > limits.maxEntryBytes || (bytes > limits.unratedBytes && bytes > packedBytes * limits.maxEntryRatio)
