/** The store of photos and documents did not do it in time; `code` is its reason: 'ECONNREFUSED', 'NoSuchBucket'. */
export class StorageUnavailableError extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the store of files: ${code}`)
    this.code = code
  }
}

/** `size` is that of the whole file. */
export type FilePart = { bytes: Buffer; size: number }

/** Photos and documents by their random id, where no route serves them. A file is there whole or not at all. */
export type Files = {
  /** At the start, before the first call. @throws {ConfigError} when STORAGE_URL leads to no store that takes its key */
  prepare(): Promise<void>
  /** Undefined when there is none. @throws {StorageUnavailableError} */
  read(id: string): Promise<Buffer | undefined>
  /** What follows its first `from` bytes: all of it, or a part where it is large. @throws {StorageUnavailableError} */
  readPart(id: string, from: number): Promise<FilePart | undefined>
  /** Over an older one of that id. @throws {StorageUnavailableError} */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Content when there is none. @throws {StorageUnavailableError} */
  remove(id: string): Promise<void>
  /** In no order. @throws {StorageUnavailableError} */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

const PICTURE_TYPES: [type: string, magic: string][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
]

/** By content, never by name (R26); undefined for what is no picture of ours. */
export function pictureType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 8).toString('hex')
  return PICTURE_TYPES.find(([, magic]) => head.startsWith(magic))?.[0]
}

const ZIP_MAGIC = '504b0304'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const DOCUMENT_TYPES: [type: string, magic: string, ending: RegExp][] = [
  ['application/pdf', '255044462d', /\.pdf$/i],
  ['image/png', '89504e470d0a1a0a', /\.png$/i],
  ['image/jpeg', 'ffd8ff', /\.jpe?g$/i],
  [`${OFFICE}.wordprocessingml.document`, ZIP_MAGIC, /\.docx$/i],
  [`${OFFICE}.spreadsheetml.sheet`, ZIP_MAGIC, /\.xlsx$/i],
]

/**
 * By content, with a name that says the same: once saved it is the name that decides what opens it, and a page
 * can begin like a PDF (R26). Undefined for what is no document of ours.
 */
export function documentType(bytes: Buffer, name: string): string | undefined {
  const head = bytes.subarray(0, 8).toString('hex')
  return DOCUMENT_TYPES.find(([, magic, ending]) => head.startsWith(magic) && ending.test(name))?.[0]
}
