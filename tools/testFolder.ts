import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All that tests lay down in the system's folder for it goes with the run, those of a test that failed too. */
export async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-tests-'))
  await chmod(folder, 0o711) // PostgreSQL's user passes through
  process.env.TMPDIR = folder // what a test's process gets
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
