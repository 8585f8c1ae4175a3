import { execFile as execFileCallback, spawn } from 'node:child_process'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseLimits } from '../client/limits.ts'
import { ConfigError } from '../configError.ts'
import type { ClusterPlace } from './clusterPlace.ts'

const execFile = promisify(execFileCallback)

export const USER = 'apoderados'
const POLL_MS = 50
const TRIES = 5

export const urlOf = (password: string, port: number) =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`

/** Runs one of the package's programs as PostgreSQL's user; @throws {ConfigError} with why it failed */
export function runProgram(place: ClusterPlace, command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...spawnOptions(place), stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    child.on('error', (error) => reject(new ConfigError(`PostgreSQL cannot run here: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new ConfigError(`PostgreSQL could not be set up: ${causeIn(errors)}`))
    })
  })
}

const ERROR = /\b(?:error|FATAL|PANIC): |No space left on device/
const TIDYING = /^initdb: removing /

/** The line of a program's errors that tells why: it may go on after that, to tidy up. */
function causeIn(errors: string): string {
  const lines = errors.trim().split('\n')
  const cause = lines.findLast((line) => ERROR.test(line)) ?? lines.findLast((line) => !TIDYING.test(line))
  return cause ?? ''
}

/** In a session of its own, so that Ctrl-C reaches the server alone, which stops it in good order. */
const spawnOptions = ({ account, folder }: ClusterPlace) => ({
  detached: true,
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  ...account,
})

/** The port of the running cluster, started if need be. */
export async function ensureRunning(
  place: ClusterPlace,
  password: string,
  lastPort?: number,
): Promise<number> {
  const left = await runningPort(place)
  if (left !== undefined && (await answers(password, left))) return left
  const until = Date.now() + databaseLimits.clusterStartMs
  // One that was killed just now still holds the folder for a moment.
  for (let tries = 0; tries < TRIES && Date.now() < until; tries += 1) {
    await dropForeignPid(place)
    await claimFiles(place)
    const port = await start(place, password, lastPort ?? (await freePort()), until)
    if (port !== undefined) return port
    await sleep(POLL_MS)
  }
  throw new ConfigError(`the embedded PostgreSQL did not start: see ${join(place.folder, 'postgres.log')}`)
}

/** Earlier versions ran PostgreSQL as another account, which owns the files until then. */
async function claimFiles(place: ClusterPlace): Promise<void> {
  const { account, files } = place
  if (!account || (await runningPid(place)) !== undefined) return
  if ((await stat(files)).uid === account.uid) return
  await execFile('chown', ['--recursive', '--no-dereference', `${account.uid}:${account.gid}`, files])
}

/** Undefined when it ended, or does not answer in time, and no other runs there. */
async function start(
  place: ClusterPlace,
  password: string,
  port: number,
  until: number,
): Promise<number | undefined> {
  const log = await open(join(place.folder, 'postgres.log'), 'a', 0o600)
  const args = ['-D', place.files, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(
    join(place.binaries, 'bin/postgres'),
    [...args, '-c', 'unix_socket_directories=', '-c', 'timezone=UTC', '-c', 'log_statement=none'],
    { ...spawnOptions(place), stdio: ['ignore', log.fd, log.fd] },
  )
  let hasEnded = false
  child.on('error', () => {
    hasEnded = true
  })
  child.on('exit', () => {
    hasEnded = true
  })
  child.unref()
  await log.close()
  while (Date.now() < until) {
    if (await answers(password, port)) return port
    // Another process may have won the race for the folder: then its cluster is the one.
    const other = hasEnded ? await runningPort(place) : undefined
    if (other !== undefined && (await answers(password, other))) return other
    if (hasEnded && (await runningPid(place)) === undefined) return undefined
    await sleep(POLL_MS)
  }
  return undefined
}

export async function connect(password: string, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(password, port),
    connectionTimeoutMillis: databaseLimits.databaseCommandAcquireMs,
  })
  client.on('error', () => {}) // 'end' follows
  await client.connect()
  return client
}

async function answers(password: string, port: number): Promise<boolean> {
  try {
    const client = await connect(password, port)
    await client.end()
    return true
  } catch {
    return false
  }
}

/** `postmaster.pid` holds the process on its first line and the port on its fourth. */
async function pidFile({ files }: ClusterPlace): Promise<string[]> {
  const text = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function runningPort(place: ClusterPlace): Promise<number | undefined> {
  // Its process gone, the port may be anybody's: the password is not for them.
  if ((await runningPid(place)) === undefined) return undefined
  const port = Number((await pidFile(place))[3])
  return port > 0 ? port : undefined
}

async function runningPid(place: ClusterPlace): Promise<number | undefined> {
  const pid = Number((await pidFile(place))[0])
  return pid > 0 && isAlive(pid) && (await isOurs(pid, place)) ? pid : undefined
}

/** PostgreSQL would take a living process of the number it left for itself, and refuse to start. */
async function dropForeignPid(place: ClusterPlace): Promise<void> {
  const pid = Number((await pidFile(place))[0])
  const isForeign = pid > 0 && isAlive(pid) && !(await isOurs(pid, place))
  if (isForeign) await rm(join(place.files, 'postmaster.pid'), { force: true })
}

/** After a crash of the machine the number may be another program's; where /proc cannot tell, it is believed. */
async function isOurs(pid: number, { files }: ClusterPlace): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return command === undefined || command === '' || command.includes(files)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** SIGINT is PostgreSQL's fast stop: open connections are closed, nothing acknowledged is lost. */
export async function endCluster(place: ClusterPlace): Promise<void> {
  const pid = await runningPid(place)
  if (pid !== undefined) process.kill(pid, 'SIGINT')
  const until = Date.now() + databaseLimits.clusterStopMs
  // Its pid file goes with it; the process itself may stay listed until somebody asks for its end.
  while ((await runningPid(place)) !== undefined && Date.now() < until) await sleep(POLL_MS)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
