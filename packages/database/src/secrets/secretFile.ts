import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * The secret kept at `path`, made by `make` when there is none: readable by this user alone, never half
 * written, and the same for two processes that start at once.
 */
export async function keepSecret(path: string, make: () => string): Promise<string> {
  const kept = await readSecret(path)
  if (kept !== undefined) return kept
  // Two containers that share the folder may have the same process number.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, make(), { mode: 0o600, flush: true })
  await link(draft, path).catch((error) => {
    if (error.code !== 'EEXIST') throw error // else another process was faster: its secret holds
  })
  await rm(draft)
  return readFile(path, 'utf8')
}

/** Undefined when there is no such file; any other failure is thrown. */
export function readSecret(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
