import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectAlone } from '../client/connectAlone.ts'
import { databaseLimits } from '../client/limits.ts'
import { ConfigError } from '../configError.ts'
import { runCommand } from './clusterAccount.ts'
import type { ClusterPaths } from './clusterPaths.ts'

export const CLUSTER_USER = 'apoderados'
const POLL_MS = 50
const START_TRIES_MAX = 5

export const clusterUrl = (password: string, port: number) =>
  `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/postgres`

/** Runs one of PostgreSQL's programs under the cluster's account. @throws {ConfigError} with the cause of a failure */
export async function runProgram(paths: ClusterPaths, command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { ...spawnOptions(paths), stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close').catch((error) => {
    throw new ConfigError(`PostgreSQL cannot run here: ${error.message}`)
  })
  const [[code], errors] = await Promise.all([ended, child.stderr && text(child.stderr)])
  if (code !== 0) throw new ConfigError(`PostgreSQL could not be set up: ${findCause(errors ?? '')}`)
}

const ERROR_LINE = /\b(?:error|FATAL|PANIC): |No space left on device/
const CLEANUP_LINE = /^initdb: removing /

/** Returns the line of a program's errors with the cause of its failure; later lines may be about a cleanup. */
function findCause(errors: string): string {
  const lines = errors.trim().split('\n')
  const cause =
    lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.findLast((line) => !CLEANUP_LINE.test(line))
  return cause ?? ''
}

/**
 * Returns the options with which PostgreSQL's programs start. `detached` gives PostgreSQL its own process group, so
 * that Ctrl-C reaches only the server, which then stops PostgreSQL.
 */
const spawnOptions = ({ account, folder }: ClusterPaths) => ({
  detached: true,
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  ...account,
})

/**
 * Returns the port of the running cluster; starts the cluster if it does not run, at `lastPort` if that is given.
 * @throws {ConfigError} if the cluster does not start
 */
export async function ensureRunning(
  paths: ClusterPaths,
  password: string,
  lastPort?: number,
): Promise<number> {
  const runningAt = await findRunningPort(paths)
  if (runningAt !== undefined && (await acceptsConnections(password, runningAt))) return runningAt
  const until = Date.now() + databaseLimits.clusterStartMs
  // A PostgreSQL that was just killed may lock the folder for a moment, so the start is tried several times.
  for (let tries = 0; tries < START_TRIES_MAX && Date.now() < until; tries += 1) {
    await removeForeignPidFile(paths)
    await takeOverFiles(paths)
    const port = await startPostgres(paths, password, lastPort ?? (await findFreePort()), until)
    if (port !== undefined) return port
    await sleep(POLL_MS)
  }
  throw new ConfigError(`the embedded PostgreSQL did not start: see ${join(paths.folder, 'postgres.log')}`)
}

/** Gives the cluster's files to PostgreSQL's account. Those that an earlier version created belong to another one. */
async function takeOverFiles(paths: ClusterPaths): Promise<void> {
  const { account, files } = paths
  if (!account || (await findRunningPid(paths)) !== undefined) return
  if ((await stat(files)).uid === account.uid) return
  await runCommand('chown', ['--recursive', '--no-dereference', `${account.uid}:${account.gid}`, files])
}

/**
 * Starts PostgreSQL and returns its port, or the port of another process that runs the cluster already. Returns
 * undefined if PostgreSQL has ended, or does not answer before the time `until`.
 */
async function startPostgres(
  paths: ClusterPaths,
  password: string,
  port: number,
  until: number,
): Promise<number | undefined> {
  const log = await open(join(paths.folder, 'postgres.log'), 'a', 0o600)
  const args = ['-D', paths.files, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(
    join(paths.binaries, 'bin/postgres'),
    [...args, '-c', 'unix_socket_directories=', '-c', 'timezone=UTC', '-c', 'log_statement=none'],
    { ...spawnOptions(paths), stdio: ['ignore', log.fd, log.fd] },
  )
  let hasEnded = false
  const markEnded = () => {
    hasEnded = true
  }
  child.on('error', markEnded).on('exit', markEnded).unref()
  await log.close()
  while (Date.now() < until) {
    if (await acceptsConnections(password, port)) return port
    // Another process may have started the cluster first; then use the cluster of that process.
    const other = hasEnded ? await findRunningPort(paths) : undefined
    if (other !== undefined && (await acceptsConnections(password, other))) return other
    if (hasEnded && (await findRunningPid(paths)) === undefined) return undefined
    await sleep(POLL_MS)
  }
  return undefined
}

export const connectToCluster = (password: string, port: number): Promise<pg.Client> =>
  connectAlone(clusterUrl(password, port))

async function acceptsConnections(password: string, port: number): Promise<boolean> {
  try {
    const client = await connectToCluster(password, port)
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Reads the lines of `postmaster.pid`: the first contains the process id, the fourth the port. */
async function readPidFile({ files }: ClusterPaths): Promise<string[]> {
  const text = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function findRunningPort(paths: ClusterPaths): Promise<number | undefined> {
  // If the process has ended, another program may use the port, and must not receive the password.
  if ((await findRunningPid(paths)) === undefined) return undefined
  const port = Number((await readPidFile(paths))[3])
  return port > 0 ? port : undefined
}

async function findRunningPid(paths: ClusterPaths): Promise<number | undefined> {
  const pid = Number((await readPidFile(paths))[0])
  return pid > 0 && isProcessAlive(pid) && (await isOfCluster(pid, paths)) ? pid : undefined
}

/** Deletes `postmaster.pid` if another program has the process id in it: PostgreSQL would refuse to start. */
async function removeForeignPidFile(paths: ClusterPaths): Promise<void> {
  const pid = Number((await readPidFile(paths))[0])
  const isForeign = pid > 0 && isProcessAlive(pid) && !(await isOfCluster(pid, paths))
  if (isForeign) await rm(join(paths.files, 'postmaster.pid'), { force: true })
}

/**
 * Whether the process is this cluster's PostgreSQL. After a crash of the machine, another program may have its id. On a
 * system without /proc, the result is true.
 */
async function isOfCluster(pid: number, { files }: ClusterPaths): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return command === undefined || command === '' || command.includes(files)
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Stops PostgreSQL and waits for its end, at most `clusterStopMs`. SIGINT is PostgreSQL's fast shutdown: it closes
 * connections and keeps all acknowledged writes.
 */
export async function endCluster(paths: ClusterPaths): Promise<void> {
  const pid = await findRunningPid(paths)
  if (pid !== undefined) process.kill(pid, 'SIGINT')
  const until = Date.now() + databaseLimits.clusterStopMs
  // PostgreSQL deletes its pid file at its end; the process may be listed for longer.
  while ((await findRunningPid(paths)) !== undefined && Date.now() < until) await sleep(POLL_MS)
}

async function findFreePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
