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
