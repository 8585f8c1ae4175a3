import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onCleanup, stopSignal, throwIfAborted } from '../suite.ts'

const NGINX_PATHS = ['/usr/sbin/nginx', '/usr/bin/nginx']
const POSTGRES_FOLDER = '/usr/lib/postgresql/15/bin'
const STOP_TIMEOUT_MS = 40_000

export type Programs = { nginx: string; postgres: string }

/** Returns the path of nginx and the folder of PostgreSQL's programs. @throws with the names of missing ones */
export function findPrograms(): Programs {
  const nginx = NGINX_PATHS.find((path) => existsSync(path))
  const missing = [
    ...(nginx ? [] : ['nginx (apt-get install nginx-light)']),
    ...(existsSync(`${POSTGRES_FOLDER}/postgres`) ? [] : ['PostgreSQL 15 (apt-get install postgresql-15)']),
  ]
  if (!nginx || missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
  return { nginx, postgres: POSTGRES_FOLDER }
}

/** Returns the folder of PostgreSQL's programs, for suites that need no nginx. @throws if it is missing */
export function findPostgres(): string {
  if (existsSync(`${POSTGRES_FOLDER}/postgres`)) return POSTGRES_FOLDER
  throw new Error('missing: PostgreSQL 15 (apt-get install postgresql-15)')
}

export type Program = {
  child: ChildProcess
  /** The output of both streams so far. */
  output: () => string
  isAlive: () => boolean
  /** The exit status, null after a signal. */
  ended: Promise<number | null>
  end: (signal: NodeJS.Signals) => Promise<void>
}

/**
 * Starts a program, which is ended when the suite ends. `log` names a file for its output, for measurements that
 * reading the output would slow down. @throws after a signal to stop
 */
export function startProgram(
  command: string,
  args: string[],
  { log, ...options }: SpawnOptions & { log?: string | undefined } = {},
): Program {
  throwIfAborted()
  const file = log === undefined ? undefined : openSync(log, 'w')
  const child = spawn(command, args, { ...options, stdio: ['ignore', file ?? 'pipe', file ?? 'pipe'] })
  if (file !== undefined) closeSync(file)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      // Trimmed at intervals: a server that logs each response writes a lot.
      if (printed.length > 2_000_000) printed = printed.slice(-1_000_000)
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const isAlive = () => child.exitCode === null && child.signalCode === null
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isAlive()) child.kill(signal)
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(killTimer)
  }
  onCleanup(() => end('SIGTERM'))
  return {
    child,
    output: () => (log === undefined ? printed : readFileSync(log, 'utf8')),
    isAlive,
    ended,
    end,
  }
}

/** Runs a program until it ends, with any exit status. @throws if the suite was told to stop */
export async function runToEnd(...given: Parameters<typeof startProgram>): Promise<Program> {
  const program = startProgram(...given)
  const stop = () => void program.end('SIGTERM')
  stopSignal.addEventListener('abort', stop)
  await program.ended
  stopSignal.removeEventListener('abort', stop)
  throwIfAborted()
  return program
}

/** Waits until the condition is met. @throws with the output of `program` if it ends first, or after four minutes */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  label: string,
  program?: Program,
): Promise<void> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > 240_000 || (program && !program.isAlive()))
      throw new Error(`${label} did not come:\n${program?.output() ?? ''}`)
    await sleep(20)
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
