import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../configError.ts'
import { connectAlone } from '../client/connectAlone.ts'
import { databaseLimits } from '../client/limits.ts'
import type { ClusterPaths } from './clusterPaths.ts'

export const CLUSTER_USER = 'apoderados'
/** A PostgreSQL that was just killed may lock its folder for a moment, so a start is tried several times. */
const START_ATTEMPTS_MAX = 10
const RETRY_MS = 200
const secondsOf = (ms: number) => String(ms / 1_000)

export const clusterUrl = (password: string, port: number) =>
  `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/postgres`

export const connectToCluster = (password: string, port: number): Promise<pg.Client> =>
  connectAlone(clusterUrl(password, port))

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

/** Runs one of PostgreSQL's programs under the cluster's account. @throws {ConfigError} with the cause of a failure */
export async function runProgram(paths: ClusterPaths, command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { ...spawnOptions(paths), stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close').catch((error) => {
    throw new ConfigError(`PostgreSQL cannot run here: ${error.message}`)
  })
  const [[code], errors] = await Promise.all([ended, child.stderr && text(child.stderr)])
  if (code !== 0) throw new ConfigError(`PostgreSQL could not be set up: ${findCause(errors ?? '')}`)
}

/** Returns the line of a program's errors with the cause of its failure; later lines may be about a cleanup. */
function findCause(errors: string): string {
  const lines = errors.trim().split('\n')
  return lines.find((line) => /\b(?:error|FATAL|PANIC): /.test(line)) ?? lines[0] ?? ''
}

/**
 * Returns the port of the running cluster, such as one that a killed server left; starts the cluster if it does not
 * run, at `port` if that is given.
 * @throws {ConfigError} if the cluster does not start
 */
export async function ensureRunning(paths: ClusterPaths, password: string, port?: number): Promise<number> {
  for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt += 1) {
    const running = await readRunningPort(paths)
    if (running > 0 && (await acceptsConnections(password, running))) return running
    if (attempt > 0) await sleep(RETRY_MS)
    await startPostgres(paths, port ?? (await findFreePort()))
  }
  throw new ConfigError(`the embedded PostgreSQL did not start: see ${join(paths.folder, 'postgres.log')}`)
}

/** Returns the port in the fourth line of PostgreSQL's pid file; NaN if PostgreSQL does not run. */
async function readRunningPort({ files }: ClusterPaths): Promise<number> {
  const pidFile = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(pidFile.split('\n')[3])
}

/** Starts PostgreSQL and waits until it accepts connections or has ended. */
async function startPostgres(paths: ClusterPaths, port: number): Promise<void> {
  await using log = await open(join(paths.folder, 'postgres.log'), 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_statement=none',
  ]
  const postgresOptions = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const wait = ['--wait', '--timeout', secondsOf(databaseLimits.clusterStartMs)]
  const child = spawn(
    join(paths.binaries, 'bin/pg_ctl'),
    ['start', '--pgdata', paths.files, ...wait, '--options', postgresOptions],
    { ...spawnOptions(paths), stdio: ['ignore', log.fd, log.fd] },
  )
  await once(child, 'exit').catch((error) => {
    throw new ConfigError(`PostgreSQL cannot run here: ${error.message}`)
  })
}

async function acceptsConnections(password: string, port: number): Promise<boolean> {
  try {
    const client = await connectToCluster(password, port)
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * Stops PostgreSQL and waits for its end, at most `clusterStopMs`. The fast shutdown closes connections and keeps all
 * acknowledged writes.
 */
export async function endCluster(paths: ClusterPaths): Promise<void> {
  const wait = ['--wait', '--timeout', secondsOf(databaseLimits.clusterStopMs)]
  const args = ['stop', '--pgdata', paths.files, '--mode', 'fast', ...wait]
  await runProgram(paths, join(paths.binaries, 'bin/pg_ctl'), args).catch(() => {}) // it fails if PostgreSQL has ended
}

async function findFreePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
