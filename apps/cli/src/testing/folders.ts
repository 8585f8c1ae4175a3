import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Returns a function that makes empty folders, removed after the file's tests: `const newFolder = setupFolders()`. */
export function setupFolders(): () => Promise<string> {
  const created: string[] = []
  afterAll(async () => {
    for (const folder of created) await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apoderados-operator-'))
    created.push(folder)
    return folder
  }
}
