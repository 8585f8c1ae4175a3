import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { undefinedIfMissing } from '../files/atomicFile.ts'

/**
 * Reads the secret at `path`; if the file does not exist, writes the result of `make` to it. Only this user can read
 * the file, it is never incomplete, and two processes that start at once get the same secret.
 */
export async function readOrCreateSecret(path: string, make: () => string): Promise<string> {
  const existing = await readSecret(path)
  if (existing !== undefined) return existing
  // Two containers that share the folder may have the same process id, so the name is random.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, make(), { mode: 0o600, flush: true })
  await link(draft, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error // on EEXIST another process was faster, and its secret is used
  })
  await rm(draft)
  return readFile(path, 'utf8')
}

/** Reads the secret at `path`; returns undefined if the file does not exist, and throws any other error. */
export const readSecret = (path: string): Promise<string | undefined> =>
  undefinedIfMissing(readFile(path, 'utf8'))
