import { join } from 'node:path'
import type { FileAnswer } from '@apoderados/contract/api'
import type { FilePart, Files } from '@apoderados/database/files/fileStore'
import type { Config } from '../config.ts'
import type { Bucket } from './bucketUrl.ts'
import { createFolder } from './folder.ts'
import { inMemory } from './memory.ts'

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
    opened ??= import('./bucket.ts').then(({ createBucket }) => createBucket(bucket))
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
