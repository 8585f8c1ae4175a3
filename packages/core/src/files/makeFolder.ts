import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../configError.ts'

export const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Creates a folder with its parents; returns false if it exists already. It does not use Node's recursive mkdir, which
 * never returns on a file system that accepts no folders, such as /proc.
 * @throws {ConfigError} on such a file system
 */
export async function makeFolder(path: string, mode?: number): Promise<boolean> {
  if (await isFolder(path)) return false
  const parent = dirname(path)
  if (parent !== path) await makeFolder(parent, mode) // the root of a missing Windows drive is its own parent
  try {
    await mkdir(path, { mode })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ConfigError(`${path} cannot be made: choose another DATA_DIR`)
    if (code === 'EEXIST' && (await isFolder(path))) return false // another process was faster
    throw error
  }
}
