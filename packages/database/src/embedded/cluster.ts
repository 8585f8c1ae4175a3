import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { locks, tryLock } from '../client/locks.ts'
import { ConfigError } from '../configError.ts'
import { readOrCreateSecret, readSecret } from '../secrets/secretFile.ts'
import { type ClusterPaths, findClusterPaths } from './clusterPaths.ts'
import {
  CLUSTER_USER,
  clusterUrl,
  connectToCluster,
  endCluster,
  ensureRunning,
  isProcessAlive,
  runProgram,
} from './clusterProcess.ts'

/** How long a start waits for the ownership lock: PostgreSQL soon ends a killed server's connection and releases it. */
const OWNER_WAIT_MS = 3_000
const POLL_MS = 50

export type Cluster = {
  url: string
  /** The folder of PostgreSQL's files, to show to the operator. */
  folder: string
  /** Stops PostgreSQL; after `borrowCluster` only if no server uses it. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or takes over the one that a killed server left running. If
 * PostgreSQL ends unexpectedly, it is started again.
 * @throws {ConfigError} if another live server owns PostgreSQL, or PostgreSQL cannot start
 */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const paths = await findClusterPaths(dataDir)
  const password = await readOrCreatePassword(paths)
  await initializeCluster(paths, password)
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
    url: clusterUrl(password, port),
    folder: paths.folder,
    async stop() {
      state.isStopping = true
      await endCluster(paths)
    },
  }
}

/**
 * Opens the PostgreSQL of `dataDir` for a command that may run beside the server. If a server runs, the command
 * uses the server's PostgreSQL, and loses its connections if the server stops. Otherwise this function starts
 * PostgreSQL for the command, and `stop` stops it.
 * @throws {ConfigError} if PostgreSQL cannot start
 */
export async function borrowCluster(dataDir: string): Promise<Cluster> {
  const paths = await findClusterPaths(dataDir)
  const password = await readOrCreatePassword(paths)
  await initializeCluster(paths, password)
  const port = await ensureRunning(paths, password)
  const owner = await takeOwnership(password, port, 0)
  return {
    url: clusterUrl(password, port),
    folder: paths.folder,
    async stop() {
      if (owner) await endCluster(paths)
    },
  }
}

/**
 * Returns the password of PostgreSQL, and creates it at the first start. Its file is readable only by this user,
 * because every user of the machine can connect to PostgreSQL at the loopback address.
 */
async function readOrCreatePassword({ folder, files }: ClusterPaths): Promise<string> {
  const path = join(folder, 'password')
  if ((await readSecret(path)) === undefined && (await isInitialized(files))) {
    throw new ConfigError(`${path} is lost: restore it from the backup`)
  }
  return readOrCreateSecret(path, () => randomBytes(24).toString('base64url'))
}

/**
 * Whether the folder `files` contains a cluster, which always has the file PG_VERSION. Any error except a missing file
 * is thrown, because the callers create a new password or cluster if the result is false.
 */
const isInitialized = async (files: string) => (await readSecret(join(files, 'PG_VERSION'))) !== undefined

const PASSWORD_FILE_PREFIX = 'password-for-initdb'

/** Creates the cluster if it is missing, first under a temporary name: a killed start leaves no incomplete cluster. */
async function initializeCluster(paths: ClusterPaths, password: string): Promise<void> {
  await removeLeftovers(paths)
  if (await isInitialized(paths.files)) return
  const unfinished = `${paths.files}-${process.pid}`
  const passwordFile = join(paths.folder, `${PASSWORD_FILE_PREFIX}-${process.pid}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (paths.account) {
      const { uid, gid } = paths.account
      await Promise.all([unfinished, passwordFile].map((path) => chown(path, uid, gid)))
    }
    await runProgram(paths, join(paths.binaries, 'bin/initdb'), [
      `--pgdata=${unfinished}`,
      `--username=${CLUSTER_USER}`,
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
    await Promise.all([removePath(unfinished), removePath(passwordFile)])
  }
}

/** Removes the temporary files and folders of killed starts. One of the files contains the cluster's password. */
async function removeLeftovers({ folder, files }: ClusterPaths): Promise<void> {
  for (const name of await readdir(folder)) {
    const [start, pid] = splitOffPid(name)
    const isOfStart = start === basename(files) || start === PASSWORD_FILE_PREFIX
    if (isOfStart && (pid === process.pid || !isProcessAlive(pid))) await removePath(join(folder, name))
  }
}

/** Splits 'cluster-123' into 'cluster' and 123; returns '' and NaN for a name of another form. */
function splitOffPid(name: string): [string, number] {
  const [, start = '', pid] = /^(.+)-([1-9]\d*)$/.exec(name) ?? []
  return [start, Number(pid)]
}

/** Removes a file or folder. It retries, because the `initdb` of a killed start may still write into the folder. */
const removePath = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })

/** Returns a connection that holds the ownership lock; undefined if another process holds the lock for `waitMs`. */
async function takeOwnership(
  password: string,
  port: number,
  waitMs = OWNER_WAIT_MS,
): Promise<pg.Client | undefined> {
  const client = await connectToCluster(password, port)
  const until = Date.now() + waitMs
  do {
    if (await tryLock(client, locks.owner)) return client
    await sleep(POLL_MS)
  } while (Date.now() < until)
  await client.end()
  return undefined
}
