import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterUrl } from '@apoderados/database/embedded/clusterProcess'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { createPasswords } from '@apoderados/server/auth/passwords'
import pg from 'pg'
import { startMailServer } from '../../e2e/support/mailServer.ts'
import { type Api, type Environment, launchApi, startApi } from '../../support/stage/api.ts'
import { type Postgres, prepareSchool, startPostgres } from '../../support/stage/database.ts'
import { backendsIn, killAll, postgresProcesses } from '../../support/stage/processes.ts'
import { waitUntil } from '../../support/stage/programs.ts'
import { onCleanup } from '../../support/suite.ts'
import type { DatabaseObserver } from './writes/actual.ts'
import { type Mailbox, openMailbox } from './writes/mailbox.ts'

/** 'backend' is one of PostgreSQL's processes that serve a connection, 'machine' the server with PostgreSQL. */
export type CrashTarget = 'server' | 'PostgreSQL' | 'backend' | 'machine'

/** A server with its database, which can be killed and restarted. */
export type CrashEnvironment = {
  name: string
  kinds: CrashTarget[]
  url: () => string
  databaseUrl: () => string
  /** The data folder of PostgreSQL. */
  files: string
  mailbox: Mailbox
  keys: DatabaseObserver['keys']
  kill(kind: CrashTarget, pick: PickPid): Promise<void>
  /** Restarts what a kill of `kind` ended, unless it restarts by itself. */
  restart(kind: CrashTarget): Promise<void>
}

const POLL_MS = 20
const IN_RECOVERY_CODE = '57P03'

/** Connects, and retries while PostgreSQL recovers from a kill. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'reliability/crash' })
  client.on('error', () => {}) // the running statement reports a broken connection
  try {
    await client.connect()
    return client
  } catch (error) {
    if ((error as pg.DatabaseError).code !== IN_RECOVERY_CODE) throw error
    await sleep(POLL_MS)
    return connect(connectionString)
  }
}

/** Opens a connection of the trial, which its application name distinguishes from the server's connections. */
export async function openObserver(
  system: CrashEnvironment,
): Promise<DatabaseObserver & { close(): Promise<void> }> {
  const client = await connect(system.databaseUrl())
  const passwords = await createPasswords()
  return { client, keys: system.keys, passwords, close: () => client.end() }
}

type PickPid = (pids: number[]) => number

/** Picks a backend of the PostgreSQL whose data folder is `files`. @throws if it has none */
export function pickBackend(files: string, pick: PickPid): number {
  const backends = backendsIn(files)
  if (backends.length === 0) throw new Error('no backend to kill')
  return pick(backends)
}

/** `postgres` is set if PostgreSQL is not a child process of the server. */
type ServerParts = { files: string; environment: Environment; postgres?: Postgres }

/** Starts a server, and returns how it and its PostgreSQL are killed and restarted. */
async function startKillableServer({ files, environment, postgres }: ServerParts) {
  let api: Api = await startApi(environment)
  onCleanup(() => api.end('SIGTERM'))
  const killsServer = (kind: CrashTarget) => kind === 'server' || kind === 'machine'
  return {
    files,
    url: () => api.url,
    async kill(kind: CrashTarget, pick: PickPid) {
      const processes = kind === 'PostgreSQL' || kind === 'machine' ? postgresProcesses(files) : []
      const backends = kind === 'backend' ? [pickBackend(files, pick)] : []
      if (killsServer(kind)) api.child.kill('SIGKILL')
      await killAll([...processes, ...backends])
      // A killed backend disappears once PostgreSQL's main process has noticed its death and begins recovery.
      await waitUntil(
        () => !backends.some((pid) => postgresProcesses(files).includes(pid)),
        'the end of a backend',
      )
      if (killsServer(kind)) await api.ended
    },
    async restart(kind: CrashTarget) {
      if (kind === 'PostgreSQL' || kind === 'machine') await postgres?.start()
      if (!killsServer(kind)) return
      api = await launchApi(environment, api.port)
      await waitUntil(() => api.output().includes('Apoderados is listening'), 'the server', api)
    },
  }
}

async function startMailbox() {
  const server = await startMailServer()
  onCleanup(() => server.stop())
  const MAIL = { SMTP_URL: server.url, MAIL_FROM: 'no-responder@example.com', TRUST_PROXY: '127.0.0.1' }
  return { MAIL, mailbox: openMailbox(server.folder) }
}

/** Starts a server on a separate PostgreSQL 15, configured with DATABASE_URL. */
export async function startServerEnvironment(
  binaries: string,
  folder: string,
  settings: string[] = [],
): Promise<CrashEnvironment & { postgres: Postgres; environment: Environment }> {
  const postgres = await startPostgres(binaries, folder, settings)
  const DATA_DIR = join(folder, 'data')
  const { secretKeys } = await prepareSchool(postgres.url, DATA_DIR, 1)
  const { MAIL, mailbox } = await startMailbox()
  const files = join(folder, 'postgres/files')
  const environment = { ...MAIL, DATA_DIR, DATABASE_URL: postgres.url, SECRET_KEYS: secretKeys }
  return {
    ...{ name: 'PostgreSQL 15', kinds: ['server', 'PostgreSQL', 'backend', 'machine'], mailbox },
    ...{
      databaseUrl: () => postgres.url,
      keys: await loadKeys([secretKeys], DATA_DIR),
      postgres,
      environment,
    },
    ...(await startKillableServer({ files, environment, postgres })),
  }
}

/** Starts a server on its embedded PostgreSQL, as `npm start` does. */
export async function startEmbeddedEnvironment(folder: string): Promise<CrashEnvironment> {
  const DATA_DIR = join(folder, 'embedded')
  const { MAIL, mailbox } = await startMailbox()
  const files = join(DATA_DIR, 'postgres/cluster')
  // PostgreSQL's processes survive a kill of the server, so they are killed separately.
  onCleanup(() => killAll(postgresProcesses(files)))
  const parts = await startKillableServer({ files, environment: { ...MAIL, DATA_DIR } })
  const read = (path: string) => readFileSync(path, 'utf8')
  const databaseUrl = () =>
    clusterUrl(
      read(join(DATA_DIR, 'postgres/password')).trim(),
      Number(read(join(files, 'postmaster.pid')).split('\n')[3]),
    )
  return {
    ...{ name: 'embedded', kinds: ['server', 'PostgreSQL', 'machine', 'backend'], mailbox, databaseUrl },
    ...{ keys: await loadKeys(undefined, DATA_DIR) },
    ...parts,
  }
}
