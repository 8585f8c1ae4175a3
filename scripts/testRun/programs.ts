import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createMemoryFolder } from '../../tests/support/createMemoryFolder.ts'

const root = join(import.meta.dirname, '../..')
const TMPDIR = createMemoryFolder()
const runningPrograms = new Set<ChildProcess>()
let isInterrupted = false
// The first signal is passed on, so that running programs can clean up; a second signal ends this process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true
    for (const child of runningPrograms) child.kill(signal)
  })
}

type RunOptions = { environment?: Record<string, string>; isShown?: boolean }

/**
 * Runs a Node program in the project's folder. With `isShown` its output is shown as it arrives, otherwise it is
 * returned. After a SIGINT or SIGTERM this process exits as soon as one running program has ended.
 */
export async function runProgram(args: string[], { environment = {}, isShown = false }: RunOptions = {}) {
  const stream = isShown ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', stream, stream],
    env: { ...process.env, TMPDIR, ...environment },
  })
  runningPrograms.add(child)
  let output = ''
  for (const readable of [child.stdout, child.stderr]) {
    readable?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const [status] = await once(child, 'close')
  runningPrograms.delete(child)
  if (isInterrupted) process.exit(1)
  return { hasSucceeded: status === 0, output }
}

/** Returns the path of a package's program below node_modules. */
export const programPath = (path: string) => join(root, 'node_modules', path)
