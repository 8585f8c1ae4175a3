/** The file store failed or did not answer in time; `code` is the cause, such as 'ECONNREFUSED' or 'NoSuchBucket'. */
export class StorageUnavailableError extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the store of files: ${code}`)
    this.code = code
  }
}

/** `size` is the size of the whole file, in bytes. */
export type FilePart = { bytes: Buffer; size: number }

/**
 * The store of photos and documents, which have random ids. No route serves the store's folder directly. A file is
 * stored completely or not at all.
 */
export type Files = {
  /**
   * Called at the server's start, before any other function.
   * @throws {ConfigError} if STORAGE_URL leads to no store that accepts its access key
   */
  prepare(): Promise<void>
  /** Returns undefined if the file does not exist. @throws {StorageUnavailableError} */
  read(id: string): Promise<Buffer | undefined>
  /** The bytes from offset `from` on; for a large file only a part of them. @throws {StorageUnavailableError} */
  readPart(id: string, from: number): Promise<FilePart | undefined>
  /** Replaces an existing file of that id. @throws {StorageUnavailableError} */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Succeeds also if the file does not exist. @throws {StorageUnavailableError} */
  remove(id: string): Promise<void>
  /** The order of the files is undefined. @throws {StorageUnavailableError} */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

const ZIP_MAGIC = '504b0304'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const FILE_TYPES: [type: string, magic: string, ending: RegExp][] = [
  ['application/pdf', '255044462d', /\.pdf$/i],
  ['image/png', '89504e470d0a1a0a', /\.png$/i],
  ['image/jpeg', 'ffd8ff', /\.jpe?g$/i],
  [`${OFFICE}.wordprocessingml.document`, ZIP_MAGIC, /\.docx$/i],
  [`${OFFICE}.spreadsheetml.sheet`, ZIP_MAGIC, /\.xlsx$/i],
]

const typesByContent = (bytes: Buffer) => {
  const head = bytes.subarray(0, 8).toString('hex')
  return FILE_TYPES.filter(([, magic]) => head.startsWith(magic))
}

/** Returns the MIME type by the content, never by the name (R26); undefined if the content is not a PNG or JPEG. */
export const pictureType = (bytes: Buffer): string | undefined =>
  typesByContent(bytes).find(([type]) => type.startsWith('image/'))?.[0]

/**
 * Returns the MIME type of a document. Content and file name must agree, because the name decides which program opens a
 * saved file, and an HTML page can begin like a PDF (R26). Returns undefined if they do not agree or the type is not
 * allowed.
 */
export const documentType = (bytes: Buffer, name: string): string | undefined =>
  typesByContent(bytes).find(([, , ending]) => ending.test(name))?.[0]
