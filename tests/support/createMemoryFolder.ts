import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that Linux keeps in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** The free space that a complete run of the tests needs: twice the maximum that it writes. */
const FREE_BYTES_MIN = 4e9
/** The memory that the tests and the browser need for themselves. */
const RESERVED_BYTES = 4e9

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_BYTES_MIN && process.availableMemory() >= FREE_BYTES_MIN + RESERVED_BYTES
  } catch {
    return false // this system has no such folder
  }
}

/**
 * Creates a folder that is deleted when this process ends: in memory if there is room, else on the disk. Tests create
 * hundreds of databases and thousands of files, which take half of the time of a run on a disk.
 */
export function createMemoryFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY_FOLDER : tmpdir(), 'apoderados-run-'))
  chmodSync(folder, 0o1777) // as open as the system's folder, because PostgreSQL and apt run as other users
  // Servers that an interrupted test started take a moment to stop.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}
