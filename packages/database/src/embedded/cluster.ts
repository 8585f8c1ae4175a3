import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { locks, tryLock } from '../client/locks.ts'
import { ConfigError } from '../configError.ts'
import { keepSecret, readSecret } from '../secrets/secretFile.ts'
import { type ClusterPlace, findPlace } from './clusterPlace.ts'
import { connect, endCluster, ensureRunning, isAlive, runProgram, USER, urlOf } from './clusterProcess.ts'

const OWNER_WAIT_MS = 3_000
const POLL_MS = 50

export type Cluster = {
  url: string
  /** Where its files lie, for the operator to know. */
  folder: string
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or takes over the one that a killed server left running.
 * It is restarted should it die.
 * @throws {ConfigError} when another live server owns it, or it cannot start
 */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const place = await findPlace(dataDir)
  const password = await keepPassword(place)
  await initialize(place, password)
  const state = { isStopping: false }
  let port = await ensureRunning(place, password)
  let owner = await takeOwnership(password, port)
  if (!owner) throw new ConfigError(`another server uses ${dataDir}: stop it, or choose another DATA_DIR`)

  async function revive(): Promise<void> {
    while (!state.isStopping) {
      try {
        port = await ensureRunning(place, password, port)
        owner = await takeOwnership(password, port)
        if (owner) {
          watch(owner)
          return
        }
      } catch {
        // Tried again below: the disk may be full or the machine short of memory for a while.
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
    folder: place.folder,
    async stop() {
      state.isStopping = true
      await endCluster(place)
    },
  }
}

/**
 * The cluster of `dataDir` for a command that may run beside its server: the server's own while it lives, which
 * ends the command's connections should it stop; else one started for the command and ended with it.
 * @throws {ConfigError} when it cannot start
 */
export async function borrowCluster(dataDir: string): Promise<Cluster> {
  const place = await findPlace(dataDir)
  const password = await keepPassword(place)
  await initialize(place, password)
  const port = await ensureRunning(place, password)
  const owner = await takeOwnership(password, port, 0)
  return {
    url: urlOf(password, port),
    folder: place.folder,
    async stop() {
      if (owner) await endCluster(place)
    },
  }
}

/** The password lies beside the cluster, for this user alone: others on the machine share the loopback. */
async function keepPassword({ folder, files }: ClusterPlace): Promise<string> {
  const path = join(folder, 'password')
  if ((await readSecret(path)) === undefined && (await isInitialized(files))) {
    throw new ConfigError(`${path} is lost: restore it from the backup`)
  }
  return keepSecret(path, () => randomBytes(24).toString('base64url'))
}

/** PostgreSQL's own first file; any doubt but its absence is an error, as what follows makes a new cluster. */
const isInitialized = async (files: string) => (await readSecret(join(files, 'PG_VERSION'))) !== undefined

const PASSWORD_FILE = 'password-for-initdb'

/** Set up beside its place and moved there whole, so that a start killed half-way leaves no half cluster. */
async function initialize(place: ClusterPlace, password: string): Promise<void> {
  await removeLeft(place)
  if (await isInitialized(place.files)) return
  const unfinished = `${place.files}-${process.pid}`
  const passwordFile = join(place.folder, `${PASSWORD_FILE}-${process.pid}`)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (place.account) {
      const { uid, gid } = place.account
      await Promise.all([unfinished, passwordFile].map((path) => chown(path, uid, gid)))
    }
    await runProgram(place, join(place.binaries, 'bin/initdb'), [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ])
    await rename(unfinished, place.files).catch((error) => {
      // Another process was faster: its cluster holds.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await Promise.all([remove(unfinished), remove(passwordFile)])
  }
}

/** What starts that were killed left, one of which is the password of the cluster that came after. */
async function removeLeft({ folder, files }: ClusterPlace): Promise<void> {
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

/** The initdb of a start that was killed may still write there for a moment. */
const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })

/** The connection whose lock says 'this cluster is mine'; undefined while another server lives. */
async function takeOwnership(
  password: string,
  port: number,
  waitMs = OWNER_WAIT_MS, // a killed server's connection closes within moments
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
