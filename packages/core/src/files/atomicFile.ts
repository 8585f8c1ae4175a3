import { createWriteStream, existsSync, openSync, rmSync, type WriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const PARTIAL_FILE_NAME = /\.\d+\.partial$/
const MS_PER_DAY = 86_400_000

/** @throws an error with the code EEXIST if the file exists */
function refuseExisting(path: string): void {
  if (existsSync(path)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST', path })
}

/**
 * Runs `make` with a temporary path, which is `path` with the process id and '.partial' appended. If `make` fails, or
 * if the process exits meanwhile, as on Ctrl-C, the temporary file or folder is removed; a killed process leaves it.
 */
export async function withPartialFile<T>(path: string, make: (partial: string) => Promise<T>): Promise<T> {
  const partial = `${path}.${process.pid}.partial`
  const remove = () => rmSync(partial, { recursive: true, force: true, maxRetries: 3 })
  remove() // a killed process with the same id may have left it
  process.once('exit', remove)
  try {
    return await make(partial)
  } catch (error) {
    remove()
    throw error
  } finally {
    process.off('exit', remove)
  }
}

/**
 * Writes a file that appears at `path` only when all of it is on the disk. Only this user can read it. `fill` writes
 * the content to the stream and ends it.
 * @throws an error with the code EEXIST if the file exists
 */
export async function writeFileAtomic<T>(path: string, fill: (file: WriteStream) => Promise<T>): Promise<T> {
  refuseExisting(path)
  return withPartialFile(path, async (partial) => {
    // Opened at once: an asynchronous open could create the file after an interrupted process has removed it.
    const file = createWriteStream(partial, { fd: openSync(partial, 'wx', 0o600), flush: true })
    try {
      const filled = await fill(file)
      refuseExisting(path)
      await rename(partial, path)
      await syncFolder(dirname(path))
      return filled
    } catch (error) {
      await closeAbandonedStream(file)
      throw error
    }
  })
}

/** Closes the stream of a failed write, and waits until its file can be removed on every system. */
const closeAbandonedStream = (file: WriteStream) =>
  new Promise<void>((resolve) => {
    if (file.closed) return resolve()
    file.on('error', () => {}) // `fill` has already failed
    file.once('close', resolve)
    file.destroy()
  })

/** Writes the folder to the disk, so that a file's new name survives a power cut. Windows does not support this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path)
  await folder.sync()
}

/** Resolves to undefined if `operation` fails because its file or folder does not exist. */
export const undefinedIfMissing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Deletes files of `folder` that match `isOurs` and are older than `days` days. Temporary files of killed processes are
 * deleted after a day.
 */
export async function removeOldFiles(
  folder: string,
  isOurs: (name: string) => boolean,
  days: number,
): Promise<void> {
  const names = (await undefinedIfMissing(readdir(folder))) ?? []
  for (const name of names.filter((each) => isOurs(each.replace(PARTIAL_FILE_NAME, '')))) {
    const path = join(folder, name)
    const file = await undefinedIfMissing(stat(path))
    const daysKept = PARTIAL_FILE_NAME.test(name) ? 1 : days
    if (file && Date.now() - file.mtimeMs > daysKept * MS_PER_DAY) await rm(path, { force: true })
  }
}
