import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../configError.ts'
import { readOrCreateSecret } from '../../secrets/secretFile.ts'
import { locks } from '../client/locks.ts'
import { type ClusterPaths, findClusterPaths } from './clusterPaths.ts'
import {
  CLUSTER_USER,
  clusterUrl,
  connectToCluster,
  endCluster,
  ensureRunning,
  runProgram,
} from './clusterProcess.ts'

/** How long a start waits for the ownership lock: PostgreSQL soon ends a killed server's connection and releases it. */
const OWNER_WAIT_MS = 3_000
const LOCK_TIMEOUT_CODE = '55P03'

export type Cluster = {
  url: string
  /** The folder of PostgreSQL's files, to show to the operator. */
  folder: string
  /** Stops PostgreSQL; after `attachCluster` only if no server uses it. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or adopts the one that a killed server left running. If PostgreSQL ends
 * unexpectedly, it is started again.
 * @throws {ConfigError} if another live server owns PostgreSQL, or PostgreSQL cannot start
 */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const { paths, password, port } = await openCluster(dataDir)
  let isStopping = false
  async function own(): Promise<boolean> {
    const owner = await takeOwnership(password, port, OWNER_WAIT_MS)
    owner?.once('end', () => void restart())
    return owner !== undefined
  }
  async function restart(): Promise<void> {
    while (!isStopping) {
      // A failure is tried again: the disk may be full, or the machine short of memory, for a while.
      const isOwned = await ensureRunning(paths, password, port)
        .then(own)
        .catch(() => false)
      if (isOwned) return
      await sleep(1_000)
    }
  }
  if (!(await own()))
    throw new ConfigError(`another server uses ${dataDir}: stop it, or choose another DATA_DIR`)
  return {
    url: clusterUrl(password, port),
    folder: paths.folder,
    async stop() {
      isStopping = true
      await endCluster(paths)
    },
  }
}

/**
 * Opens the PostgreSQL of `dataDir` for a command that may run beside the server. If a server runs, the command uses
 * the server's PostgreSQL, and loses its connections if the server stops. Otherwise this function starts PostgreSQL for
 * the command, and `stop` stops it.
 * @throws {ConfigError} if PostgreSQL cannot start
 */
export async function attachCluster(dataDir: string): Promise<Cluster> {
  const { paths, password, port } = await openCluster(dataDir)
  const owner = await takeOwnership(password, port, 1)
  return {
    url: clusterUrl(password, port),
    folder: paths.folder,
    async stop() {
      if (owner) await endCluster(paths)
    },
  }
}

async function openCluster(dataDir: string) {
  const paths = await findClusterPaths(dataDir)
  const password = await readOrCreatePassword(paths)
  if (!existsSync(paths.files)) await createCluster(paths, password)
  return { paths, password, port: await ensureRunning(paths, password) }
}

/**
 * Returns the password of PostgreSQL, and creates it at the first start. Its file is readable only by this user,
 * because every user of the machine can connect to PostgreSQL at the loopback address.
 */
async function readOrCreatePassword({ folder, files }: ClusterPaths): Promise<string> {
  const path = join(folder, 'password')
  if (!existsSync(path) && existsSync(files))
    throw new ConfigError(`${path} is lost: restore it, or remove ${files} with all its data`)
  return readOrCreateSecret(path, () => randomBytes(24).toString('base64url'))
}

/** Creates the cluster, first under a temporary name: a killed start leaves no incomplete cluster. */
async function createCluster(paths: ClusterPaths, password: string): Promise<void> {
  const unfinished = `${paths.files}-unfinished`
  const passwordFile = join(paths.folder, 'password-for-initdb')
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })
  await remove(unfinished)
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
    await rename(unfinished, paths.files)
  } finally {
    await Promise.all([unfinished, passwordFile].map(remove))
  }
}

/** Returns a connection that holds the ownership lock; undefined if another process holds the lock for `waitMs`. */
async function takeOwnership(password: string, port: number, waitMs: number): Promise<pg.Client | undefined> {
  const client = await connectToCluster(password, port)
  try {
    await client.query(`set lock_timeout = ${waitMs}`)
    await client.query('select pg_advisory_lock($1)', [locks.owner])
    return client
  } catch (error) {
    await client.end()
    if ((error as pg.DatabaseError).code === LOCK_TIMEOUT_CODE) return undefined
    throw error
  }
}
