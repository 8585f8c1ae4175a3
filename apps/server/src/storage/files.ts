import { join } from 'node:path'
import type { FileResponse } from '@apoderados/contract/calls/api'
import type { FilePart, Files } from '@apoderados/core/files/fileStore'
import type { Config } from '../config.ts'
import { createFolder } from './folder.ts'
import { withMemoryCache } from './memory.ts'

const FILE_ID_PATTERN = /^[0-9a-f]{32}$/

/** Returns `id`, and throws if it is no id, so that only ids become part of a path or URL. */
function checkedId(id: string): string {
  if (!FILE_ID_PATTERN.test(id)) throw new Error('not the id of a file')
  return id
}

/** Stores files in `bucket`, which STORAGE_URL names, or in a folder of `dataDir` if there is no bucket. */
export function createFiles({
  dataDir,
  bucket,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'bucket'>>): Files {
  let opened: Promise<Files> | undefined
  const folder = createFolder(join(dataDir, 'files'))
  /** Opens a bucket only when it is first used, so that servers without one load no S3 library. */
  async function store(): Promise<Files> {
    if (!bucket) return folder
    opened ??= import('./bucket.ts').then(({ createBucket }) => createBucket(bucket))
    return opened
  }
  return withMemoryCache({
    prepare: async () => (await store()).prepare(),
    read: async (id) => (await store()).read(checkedId(id)),
    readPart: async (id, from) => (await store()).readPart(checkedId(id), from),
    write: async (id, bytes) => (await store()).write(checkedId(id), bytes),
    remove: async (id) => (await store()).remove(checkedId(id)),
    async *list() {
      for await (const file of (await store()).list()) if (FILE_ID_PATTERN.test(file.id)) yield file
    },
  })
}

/** Yields a file part by part as the client reads, so that a large file is never in memory as a whole. */
async function* readParts({ readPart }: Pick<Files, 'readPart'>, id: string, first: FilePart) {
  let sent = 0
  for (let part: FilePart | undefined = first; ; part = await readPart(id, sent)) {
    if (part?.size !== first.size || part.bytes.length === 0)
      throw new Error('a file changed while it was read')
    yield part.bytes
    sent += part.bytes.length
    if (sent === first.size) return
  }
}

/** Returns the body of a response from a file whose `first` part is already read. */
export function createFileBody(
  files: Pick<Files, 'readPart'>,
  id: string,
  first: FilePart,
): FileResponse['body'] {
  const { bytes, size } = first
  return bytes.length === size ? bytes : { size, parts: readParts(files, id, first) }
}
