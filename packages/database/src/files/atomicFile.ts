import { createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const PARTIAL = /\.\d+\.partial$/
const MS_PER_DAY = 86_400_000

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function refuseExisting(path: string): Promise<void> {
  if (await exists(path)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST', path })
}

/**
 * Lets `make` make a file or folder beside its place, under a name that says whose process is at it. Neither a failure
 * nor an exit midway, as on Ctrl-C, leaves anything of it; a killed process does.
 */
export async function asPartial<T>(path: string, make: (partial: string) => Promise<T>): Promise<T> {
  const partial = `${path}.${process.pid}.partial`
  const remove = () => rmSync(partial, { recursive: true, force: true, maxRetries: 3 })
  remove() // of a killed process that had our number
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
 * Writes a file that appears under its name only when all of it is on the disk, for this user alone. `fill`
 * ends the stream.
 * @throws with the code EEXIST for a file that is there already
 */
export async function writeFileAtomic<T>(path: string, fill: (file: WriteStream) => Promise<T>): Promise<T> {
  await refuseExisting(path)
  return asPartial(path, async (partial) => {
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    try {
      const filled = await fill(file)
      await refuseExisting(path)
      await rename(partial, path)
      await syncFolder(dirname(path))
      return filled
    } catch (error) {
      await abandon(file)
      throw error
    }
  })
}

/** The file may not even have been made: removed before it is, it would stay. */
const abandon = (file: WriteStream) =>
  new Promise<void>((resolve) => {
    if (file.closed) return resolve()
    file.on('error', () => {}) // `fill` has failed already
    file.once('close', resolve)
    file.destroy()
  })

/** So that the new name outlives a power cut; Windows has no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await using folder = await open(path)
  await folder.sync()
}

/** Another process of the folder may be at it too, or nothing ever lay there. */
const unlessGone = <T>(looked: Promise<T>) =>
  looked.catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

async function look(path: string) {
  const file = await unlessGone(stat(path))
  return file && { path, isPartial: PARTIAL.test(path), ageMs: Date.now() - file.mtimeMs }
}

/**
 * Removes the files of `folder` whose names are ours and that are older than `days`, never the newest `kept`; and
 * after a day what a killed process left of one.
 */
export async function removeOld(
  folder: string,
  isOurs: (name: string) => boolean,
  { days, kept }: { days: number; kept: number },
): Promise<void> {
  const names = (await unlessGone(readdir(folder))) ?? []
  const ours = names.filter((name) => isOurs(name.replace(PARTIAL, '')))
  const files = (await Promise.all(ours.map((name) => look(join(folder, name))))).filter((file) => !!file)
  const isOlderThan = (limit: number) => (file: { ageMs: number }) => file.ageMs > limit * MS_PER_DAY
  const whole = files.filter(({ isPartial }) => !isPartial).sort((a, b) => a.ageMs - b.ageMs)
  const partial = files.filter(({ isPartial }) => isPartial)
  const old = [...whole.slice(kept).filter(isOlderThan(days)), ...partial.filter(isOlderThan(1))]
  for (const { path } of old) await rm(path, { force: true })
}
