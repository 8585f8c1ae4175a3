import { join } from 'node:path'
import type { FileAnswer } from '@apoderados/contract/api'
import type { Config } from './config.ts'
import type { Bucket } from './storage/bucketUrl.ts'
import { createFolder } from './storage/folder.ts'
import { inMemory } from './storage/memory.ts'

/** `size` is that of the whole file. */
export type FilePart = { bytes: Buffer; size: number }

/** Photos and documents by their random id, where no route serves them. A file is there whole or not at all. */
export type Files = {
  /** At the start, before the first call. @throws {ConfigError} when STORAGE_URL leads to no store that takes its key */
  prepare(): Promise<void>
  /** Undefined when there is none. @throws {StorageAway} */
  read(id: string): Promise<Buffer | undefined>
  /** What follows its first `from` bytes: all of it, or a part where it is large. @throws {StorageAway} */
  readPart(id: string, from: number): Promise<FilePart | undefined>
  /** Over an older one of that id. @throws {StorageAway} */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Content when there is none. @throws {StorageAway} */
  remove(id: string): Promise<void>
  /** In no order. @throws {StorageAway} */
  list(): AsyncIterable<{ id: string; modified: Date }>
}

const FILE_ID = /^[0-9a-f]{32}$/

/** Nothing but an id reaches a path or an address. */
function checked(id: string): string {
  if (!FILE_ID.test(id)) throw new Error('not the id of a file')
  return id
}

async function* ownFiles(store: Files) {
  for await (const file of store.list()) if (FILE_ID.test(file.id)) yield file
}

/** The library of the store is loaded with the first call: who keeps files in a folder never pays for it. */
function bucketStore(bucket: Bucket): () => Promise<Files> {
  let opened: Promise<Files> | undefined
  return () => {
    opened ??= import('./storage/bucket.ts').then(({ createBucket }) => createBucket(bucket))
    return opened
  }
}

/** In the bucket of STORAGE_URL, else in a folder of `dataDir`. */
export function createFiles({
  dataDir,
  bucket,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'bucket'>>): Files {
  const folder = createFolder(join(dataDir, 'files'))
  const store = bucket ? bucketStore(bucket) : async () => folder
  return inMemory({
    prepare: async () => (await store()).prepare(),
    read: async (id) => (await store()).read(checked(id)),
    readPart: async (id, from) => (await store()).readPart(checked(id), from),
    write: async (id, bytes) => (await store()).write(checked(id), bytes),
    remove: async (id) => (await store()).remove(checked(id)),
    async *list() {
      yield* ownFiles(await store())
    },
  })
}

/** A part at a time, as its reader takes them: of a large file no more than that is in memory. */
async function* partsOf({ readPart }: Pick<Files, 'readPart'>, id: string, first: FilePart) {
  let sent = 0
  for (let part: FilePart | undefined = first; ; part = await readPart(id, sent)) {
    if (part?.size !== first.size || part.bytes.length === 0)
      throw new Error('a file changed while it was read')
    yield part.bytes
    sent += part.bytes.length
    if (sent === first.size) return
  }
}

/** What a call answers of a file whose `first` part was read. */
export function bodyOf(files: Pick<Files, 'readPart'>, id: string, first: FilePart): FileAnswer['body'] {
  const { bytes, size } = first
  return bytes.length === size ? bytes : { size, parts: partsOf(files, id, first) }
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
