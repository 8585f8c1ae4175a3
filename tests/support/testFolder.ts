import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the tests a temporary folder, which is deleted when the process ends, even if the run is interrupted. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(folder, 0o711) // PostgreSQL's user must enter it
  process.env.TMPDIR = folder // inherited by the tests' processes
}
