import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { memoryFolder } from '../../tests/support/memoryFolder.ts'

const root = join(import.meta.dirname, '../..')
const TMPDIR = memoryFolder()
const running = new Set<ChildProcess>()
let isCutOff = false
// What runs ends first, and undoes what it has done; a second signal ends this at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isCutOff = true
    for (const child of running) child.kill(signal)
  })
}

type Options = { environment?: Record<string, string>; isShown?: boolean }
type Ended = { hasSucceeded: boolean; words: string }

/** Runs a Node program in the project's folder. What it says is shown as it comes, or kept. */
export async function runProgram(
  args: string[],
  { environment = {}, isShown = false }: Options = {},
): Promise<Ended> {
  const output = isShown ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, TMPDIR, ...environment },
  })
  running.add(child)
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
    })
  }
  const [status] = await once(child, 'close')
  running.delete(child)
  if (isCutOff) process.exit(1)
  return { hasSucceeded: status === 0, words }
}

/** Of a package, below node_modules. */
export const bin = (path: string) => join(root, 'node_modules', path)
