import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All that tests lay down in the system's folder for it goes with the process, also where a test or the run was cut off. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(folder, 0o711) // PostgreSQL's user passes through
  process.env.TMPDIR = folder // what a test's process gets
}
