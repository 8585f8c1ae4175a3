import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The maximum size of the uncommitted changes, as git prints them. */
const CHANGES_BYTES_MAX = 100_000_000

/** What `identifyCode` returns if git is missing or the folder is no repository. */
export const UNKNOWN_CODE = 'unknown'

/** Returns what identifies the code in a folder: its commit, and a hash of the uncommitted changes if there are any. */
export function identifyCode(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, maxBuffer: CHANGES_BYTES_MAX, stdio: 'pipe' }).toString()
  try {
    const commit = git('rev-parse', 'HEAD').trim()
    const changes = git('diff', 'HEAD')
    const added = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
    if (!changes && added.length === 0) return commit
    const hash = createHash('sha256').update(changes)
    for (const path of added) {
      const file = join(folder, path)
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() // excludes links to folders and files that were deleted in the meantime
      hash.update(path).update(isFile ? readFileSync(file) : '')
    }
    return `${commit} ${hash.digest('hex')}`
  } catch {
    return UNKNOWN_CODE
  }
}
