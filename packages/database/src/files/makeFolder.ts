import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../configError.ts'

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * With those above it; whether it had to be made. Node's own recursive mkdir tries for ever where a folder takes none,
 * as /proc does.
 * @throws {ConfigError} there
 */
export async function makeFolder(path: string, mode?: number): Promise<boolean> {
  if (await isFolder(path)) return false
  const above = dirname(path)
  if (above !== path) await makeFolder(above, mode) // a drive of Windows that is not there has none
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
