import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps it in memory. */
const MEMORY = '/dev/shm'
/** What a whole run of the tests lays down at most, twice. */
const ROOM_BYTES = 4e9
/** What the tests and the browser themselves take is left to them. */
const LEFT_BYTES = 4e9

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= ROOM_BYTES + LEFT_BYTES
  } catch {
    return false // not on this system
  }
}

/**
 * A folder that goes with this process: in memory where there is room, else on the disk. Tests make databases and
 * tables by the hundred, and a file of its own for each takes a disk half of their time.
 */
export function memoryFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'apoderados-run-'))
  chmodSync(folder, 0o1777) // as open as the system's own: PostgreSQL and apt have users of their own
  // Servers that a cut-off test had started take a moment to stop.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}
