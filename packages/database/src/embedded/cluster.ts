import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { locks, tryLock } from '../client/locks.ts'
import { ConfigError } from '../configError.ts'
import { readOrCreateSecret, readSecret } from '../secrets/secretFile.ts'
import { type ClusterPaths, findClusterPaths } from './clusterPaths.ts'
import { connect, endCluster, ensureRunning, isAlive, runProgram, USER, urlOf } from './clusterProcess.ts'

const OWNER_WAIT_MS = 3_000
const POLL_MS = 50

export type Cluster = {
  url: string
  /** The folder of PostgreSQL's files, to show to the operator. */
  folder: string
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or takes over the one that a killed server left running. If
 * PostgreSQL ends unexpectedly, it is started again.
 * @throws {ConfigError} if another live server owns it, or it cannot start
 */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const paths = await findClusterPaths(dataDir)
  const password = await readOrCreatePassword(paths)
  await initialize(paths, password)
  const state = { isStopping: false }
  let port = await ensureRunning(paths, password)
  let owner = await takeOwnership(password, port)
  if (!owner) throw new ConfigError(`another server uses ${dataDir}: stop it, or choose another DATA_DIR`)

  async function revive(): Promise<void> {
    while (!state.isStopping) {
      try {
        port = await ensureRunning(paths, password, port)
        owner = await takeOwnership(password, port)
        if (owner) {
          watch(owner)
          return
        }
      } catch {
        // The loop tries again: the disk may be full, or the machine short of memory, for a while.
      }
      await sleep(1000)
    }
  }
  function watch(client: pg.Client): void {
    client.once('end', () => void revive())
  }
  watch(owner)

  return {
    url: urlOf(password, port),
    folder: paths.folder,
    async stop() {
      state.isStopping = true
      await endCluster(paths)
    },
  }
}

/**
 * Opens the PostgreSQL of `dataDir` for a command that may run beside the server. If a server runs, the command
 * uses the server's PostgreSQL, and loses its connections if the server stops. Otherwise PostgreSQL is started
 * for the command and stopped after it.
 * @throws {ConfigError} if it cannot start
 */
export async function borrowCluster(dataDir: string): Promise<Cluster> {
  const paths = await findClusterPaths(dataDir)
  const password = await readOrCreatePassword(paths)
  await initialize(paths, password)
  const port = await ensureRunning(paths, password)
  const owner = await takeOwnership(password, port, 0)
  return {
    url: urlOf(password, port),
    folder: paths.folder,
    async stop() {
      if (owner) await endCluster(paths)
    },
  }
}

/**
 * Returns PostgreSQL's password. Its file is readable only by this user, because every user of the machine can connect
 * to PostgreSQL at the loopback address.
 */
async function readOrCreatePassword({ folder, files }: ClusterPaths): Promise<string> {
  const path = join(folder, 'password')
  if ((await readSecret(path)) === undefined && (await isInitialized(files))) {
    throw new ConfigError(`${path} is lost: restore it from the backup`)
  }
  return readOrCreateSecret(path, () => randomBytes(24).toString('base64url'))
}

/**
 * Whether the folder contains a cluster, which always has the file PG_VERSION. Any error except a missing file is
 * thrown, because the caller creates a new cluster if it gets false.
 */
const isInitialized = async (files: string) => (await readSecret(join(files, 'PG_VERSION'))) !== undefined

const PASSWORD_FILE = 'password-for-initdb'

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves no incomplete cluster. */
async function initialize(paths: ClusterPaths, password: string): Promise<void> {
  await removeLeftovers(paths)
  if (await isInitialized(paths.files)) return
  const unfinished = `${paths.files}-${process.pid}`
  const passwordFile = join(paths.folder, `${PASSWORD_FILE}-${process.pid}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (paths.account) {
      const { uid, gid } = paths.account
      await Promise.all([unfinished, passwordFile].map((path) => chown(path, uid, gid)))
    }
    await runProgram(paths, join(paths.binaries, 'bin/initdb'), [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ])
    await rename(unfinished, paths.files).catch((error) => {
      // Another process was faster: use the cluster that it made.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await Promise.all([remove(unfinished), remove(passwordFile)])
  }
}

/** Removes temporary files of killed starts. One of them is a file with the cluster's password. */
async function removeLeftovers({ folder, files }: ClusterPaths): Promise<void> {
  for (const name of await readdir(folder)) {
    const [start, pid] = splitPid(name)
    const isOfStart = start === basename(files) || start === PASSWORD_FILE
    if (isOfStart && (pid === process.pid || !isAlive(pid))) await remove(join(folder, name))
  }
}

function splitPid(name: string): [string, number] {
  const [, start = '', pid] = /^(.+)-([1-9]\d*)$/.exec(name) ?? []
  return [start, Number(pid)]
}

/** Retries, because the `initdb` of a killed start may still write into the folder for a moment. */
const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })

/** Returns the connection that holds the ownership lock; undefined while another server holds it. */
async function takeOwnership(
  password: string,
  port: number,
  waitMs = OWNER_WAIT_MS, // PostgreSQL soon closes the connection of a killed server and releases its lock
): Promise<pg.Client | undefined> {
  const client = await connect(password, port)
  const until = Date.now() + waitMs
  do {
    if (await tryLock(client, locks.owner)) return client
    await sleep(POLL_MS)
  } while (Date.now() < until)
  await client.end()
  return undefined
}
