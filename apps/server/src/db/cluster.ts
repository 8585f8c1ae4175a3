import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../config.ts'
import { type ClusterPlace, findPlace } from './clusterPlace.ts'
import { connect, endCluster, ensureRunning, runProgram, USER, urlOf } from './clusterProcess.ts'

/** Any number: whoever holds it owns the cluster. */
const OWNER_LOCK = 4_016_002
const OWNER_WAIT_MS = 3_000
const POLL_MS = 50
const PASSWORD_LENGTH = 32

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

/** The password lies beside the cluster, for this user alone: others on the machine share the loopback. */
async function keepPassword({ folder, files }: ClusterPlace): Promise<string> {
  const path = join(folder, 'password')
  const kept = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (kept.length === PASSWORD_LENGTH) return kept
  if (await isInitialized(files))
    throw new ConfigError(`${path} is lost or damaged: restore it from the backup`)
  const password = randomBytes((PASSWORD_LENGTH * 3) / 4).toString('base64url')
  await writeFile(path, password, { mode: 0o600, flush: true })
  return password
}

/** Written last, so that a start killed half-way begins anew. */
const initializedMark = (files: string) => join(files, 'apoderados-initialized')
const isInitialized = (files: string) =>
  readFile(initializedMark(files)).then(
    () => true,
    () => false,
  )

async function initialize(place: ClusterPlace, password: string): Promise<void> {
  const { files, binaries, uid } = place
  if (await isInitialized(files)) return
  await rm(files, { recursive: true, force: true })
  await mkdir(files, { recursive: true, mode: 0o700 })
  if (uid !== undefined) await chown(files, uid, uid)
  const passwordFile = join(place.folder, 'password-for-initdb')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (uid !== undefined) await chown(passwordFile, uid, uid)
  const args = [`--pgdata=${files}`, `--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  await runProgram(place, join(binaries, 'bin/initdb'), [
    ...args,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  await rm(passwordFile)
  await writeFile(initializedMark(files), '')
}

/** The connection whose lock says 'this cluster is mine'; undefined while another server lives. */
async function takeOwnership(password: string, port: number): Promise<pg.Client | undefined> {
  const client = await connect(password, port)
  const until = Date.now() + OWNER_WAIT_MS // a killed server's connection closes within moments
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_owner', [OWNER_LOCK])
    if (rows[0].is_owner) return client
    await sleep(POLL_MS)
  } while (Date.now() < until)
  await client.end()
  return undefined
}
