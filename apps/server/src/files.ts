import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Photos and documents by their random id, in a folder that no route serves. */
export type Files = {
  /** Undefined when there is none. */
  read(id: string): Promise<Buffer | undefined>
  write(id: string, bytes: Uint8Array): Promise<void>
}

export function createFiles(dataDir: string): Files {
  const folder = join(dataDir, 'files')
  return {
    async read(id) {
      try {
        return await readFile(join(folder, id))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async write(id, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, id), bytes, { mode: 0o600 })
    },
  }
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
