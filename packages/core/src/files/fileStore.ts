/** The file store failed or did not answer in time; `code` is the cause, such as 'ECONNREFUSED' or 'NoSuchBucket'. */
export class StorageUnavailableError extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the store of files: ${code}`)
    this.code = code
  }
}

/** A part of a file. `size` is the size of the whole file, in bytes. */
export type FilePart = { bytes: Buffer; size: number }

/** The store of photos and documents: a folder or S3 bucket. Ids are random. A file is stored whole or not at all. */
export type Files = {
  /**
   * Prepares the store for the other functions: creates the folder and removes old incomplete files from it, or checks
   * that the bucket can be read. The server calls it at its start, an operator's command when it connects.
   * @throws {ConfigError} if the folder cannot be created, or the bucket of STORAGE_URL cannot be read
   */
  prepare(): Promise<void>
  /** Reads a whole file; returns undefined if it does not exist. @throws {StorageUnavailableError} */
  read(id: string): Promise<Buffer | undefined>
  /**
   * Reads the bytes from the offset `from` on, of a large file only a part of them. Returns undefined if the file does
   * not exist.
   * @throws {StorageUnavailableError}
   */
  readPart(id: string, from: number): Promise<FilePart | undefined>
  /** Stores a file; replaces an existing file of the same id. @throws {StorageUnavailableError} */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Removes a file; succeeds also if the file does not exist. @throws {StorageUnavailableError} */
  remove(id: string): Promise<void>
  /** Yields all files in no particular order. @throws {StorageUnavailableError} */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

const ZIP_SIGNATURE = '504b0304'
const OFFICE_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument'
/** The allowed types of files: MIME type, first bytes in hexadecimal, and the form of the file name. */
const FILE_TYPES: [type: string, signature: string, ending: RegExp][] = [
  ['application/pdf', '255044462d', /\.pdf$/i],
  ['image/png', '89504e470d0a1a0a', /\.png$/i],
  ['image/jpeg', 'ffd8ff', /\.jpe?g$/i],
  [`${OFFICE_TYPE_PREFIX}.wordprocessingml.document`, ZIP_SIGNATURE, /\.docx$/i],
  [`${OFFICE_TYPE_PREFIX}.spreadsheetml.sheet`, ZIP_SIGNATURE, /\.xlsx$/i],
]

/** Returns the allowed types whose files begin like `bytes`. */
const typesByContent = (bytes: Buffer) => {
  const head = bytes.subarray(0, 8).toString('hex')
  return FILE_TYPES.filter(([, signature]) => head.startsWith(signature))
}

/** Returns the MIME type of a picture by its content, not by its name (R26); undefined if it is not a PNG or JPEG. */
export const pictureType = (bytes: Buffer): string | undefined =>
  typesByContent(bytes).find(([type]) => type.startsWith('image/'))?.[0]

/**
 * Returns the MIME type of a document. Content and file name must agree, because the name decides which program opens a
 * saved file, and an HTML page can begin like a PDF (R26). Returns undefined if they do not agree or the type is not
 * allowed.
 */
export const documentType = (bytes: Buffer, name: string): string | undefined =>
  typesByContent(bytes).find(([, , ending]) => ending.test(name))?.[0]
