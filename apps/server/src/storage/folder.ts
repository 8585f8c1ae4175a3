import { open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '@apoderados/core/files/fileStore'
import { makeFolder } from '@apoderados/core/files/makeFolder'
import { randomId } from '@apoderados/core/secrets/keys'
import { limits } from '../config.ts'

const FILE_NAME_PATTERN = /^[0-9a-f]{32}$/
/** Matches the name of a draft, the file of an incomplete write, which only a killed process leaves behind. */
const DRAFT_NAME_PATTERN = /^[0-9a-f]{32}\.[0-9a-f]{32}$/
const DRAFT_MAX_AGE_MS = 24 * 3_600_000
const PRIVATE_FOLDER_MODE = 0o700

const undefinedIfMissing = <T>(found: Promise<T>) =>
  found.catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Yields the files of `folder` whose name matches, with their modification time. */
async function* entriesOf(folder: string, name: RegExp): AsyncGenerator<{ id: string; modified: Date }> {
  const entries = await undefinedIfMissing(opendir(folder))
  for await (const entry of entries ?? []) {
    const found = name.test(entry.name) && (await undefinedIfMissing(stat(join(folder, entry.name))))
    if (found) yield { id: entry.name, modified: found.mtime }
  }
}

/** Flushes the folder to the disk: only then does a renamed file survive a power cut under its new name. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder
  await using handle = await open(folder)
  await handle.sync()
}

/** Stores each file under its id in one folder, which only the server's system user can enter. */
export function createFolder(folder: string): Files {
  return {
    async prepare() {
      await makeFolder(folder, PRIVATE_FOLDER_MODE)
      for await (const { id: draft, modified } of entriesOf(folder, DRAFT_NAME_PATTERN)) {
        if (Date.now() - modified.getTime() > DRAFT_MAX_AGE_MS) await rm(join(folder, draft), { force: true })
      }
    },
    read: (id) => undefinedIfMissing(readFile(join(folder, id))),
    async readPart(id, from) {
      await using handle = await undefinedIfMissing(open(join(folder, id)))
      if (!handle) return undefined
      const { size } = await handle.stat()
      const length = Math.max(0, Math.min(size - from, limits.filePartBytes))
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
      return { bytes: buffer.subarray(0, bytesRead), size }
    },
    async write(id, bytes) {
      await makeFolder(folder, PRIVATE_FOLDER_MODE)
      const draft = join(folder, `${id}.${randomId()}`)
      try {
        await writeFile(draft, bytes, { mode: 0o600, flush: true })
        await rename(draft, join(folder, id))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await flushFolder(folder)
    },
    remove: (id) => rm(join(folder, id), { force: true }),
    list: () => entriesOf(folder, FILE_NAME_PATTERN),
  }
}
