import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { LoginResponse } from '@apoderados/contract/session'
import { type afterAll, afterEach, expect, inject } from 'vitest'

const SERVER_ENTRY = new URL('./serverProgram.ts', import.meta.url).pathname
/** The module that `npm start` loads first. */
export const PRELOAD = new URL('../../../scripts/preload.js', import.meta.url).pathname
/** Node options for the product's programs: the preload of `npm start`. */
export const NODE_OPTIONS = ['--import', PRELOAD]
/** Returns the environment of the product's programs. Node keeps compiled code in the folder of NODE_COMPILE_CACHE. */
export const programEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(inject('dataDir'), 'compiled'),
})
const exitCodes = new WeakMap<ChildProcess, Promise<number | null>>()
/** Waits for the end of a server's process and returns its exit code; null if a signal ended it. */
export const endOf = async (child: ChildProcess) => (await exitCodes.get(child)) ?? null

/** Returns the process id of the cluster in `folder`; undefined if it is not running. */
export async function clusterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!(pid > 0)) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

/**
 * Provides functions that start servers as processes. The processes are stopped, and their folders removed, after each
 * test. With `afterAll` they run until the end of the `describe` or file, for tests that share one running server.
 */
export function setupServerProcesses(cleanUp: typeof afterEach | typeof afterAll = afterEach) {
  const folders: string[] = []
  const children: ChildProcess[] = []

  async function newFolder(): Promise<string> {
    const folder = await makeFolder()
    folders.push(folder)
    return folder
  }

  /**
   * Returns a copy of a folder in which a server has already run, because the first start in a new folder is slow.
   */
  async function readyFolder(): Promise<string> {
    preparedFolder ??= prepareFolder()
    const folder = await newFolder()
    execFileSync('cp', ['-a', `${await preparedFolder}/.`, folder]) // Preserves the owner of PostgreSQL's files.
    return folder
  }

  function start(environment: Record<string, string>): ServerProcess {
    const server = spawnServer(environment)
    children.push(server.child)
    return server
  }

  /** Starts a server and waits until it listens or exits. */
  async function run(environment: Record<string, string>): Promise<ServerProcess> {
    const server = start(environment)
    await server.listening
    return server
  }

  cleanUp(async () => {
    await Promise.all(children.splice(0).map(stopProcess))
    await Promise.all(folders.splice(0).map(removeFolder))
  })
  return { newFolder, readyFolder, start, run }
}

/** Expects `server` to exit with code 1 and one line of error output, and returns the line. */
export async function readLastOutput(server: ServerProcess): Promise<string> {
  expect(await endOf(server.child)).toBe(1)
  expect(server.errors().trim().split('\n')).toHaveLength(1)
  return server.errors().trim()
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await endOf(child)
}

async function removeFolder(folder: string): Promise<void> {
  const pid = await clusterPid(folder)
  if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-main-'))
  await chmod(folder, 0o711)
  return folder
}

/**
 * The folder that `readyFolder` copies. All test files that run in one of Vitest's workers share it; it is deleted with
 * the tests' temporary folder.
 */
let preparedFolder: Promise<string> | undefined

async function prepareFolder(): Promise<string> {
  const folder = await makeFolder()
  const server = spawnServer({ DATA_DIR: folder })
  await server.listening
  await server.end('SIGTERM')
  return folder
}

export type ServerProcess = ReturnType<typeof spawnServer>

/** Starts a server process and collects its output; also returns a client for its calls. */
function spawnServer(environment: Record<string, string>) {
  const env = { ...programEnvironment(), PORT: '0', ...environment }
  const child = spawn(process.execPath, [...NODE_OPTIONS, SERVER_ENTRY], { env, stdio: 'pipe' })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  exitCodes.set(child, ended) // 'close' comes after all output has been read.
  const received = { output: '', errors: '' }
  child.stderr.on('data', (chunk) => {
    received.errors += chunk
  })
  const listening = new Promise<unknown>((resolve) => {
    child.stdout.on('data', (chunk) => {
      received.output += chunk
      if (/Demo accounts|listening/.test(received.output)) resolve(undefined)
    })
    void ended.then(resolve)
  })
  const url = () => /http:\/\/[^\s"]+/.exec(received.output)?.[0] ?? ''
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal)
    return ended
  }
  const output = () => received.output
  const errors = () => received.errors
  return { child, listening, end, url, output, errors, ...createClient(url) }
}

function createClient(url: () => string) {
  const post = (path: string, body: object) =>
    fetch(`${url()}${BASE_PATH}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const login = () => post('/auth/login', { email: 'apoderada@example.com', password: 'demo1234' })
  /** Returns the token of a new session. */
  const signIn = async () => LoginResponse.parse(await (await login()).json()).jwt
  const profile = (jwt: string) =>
    fetch(`${url()}${BASE_PATH}/auth/profile`, { headers: { authorization: `Bearer ${jwt}` } })
  return { post, login, signIn, profile }
}
