import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urlOf } from '@apoderados/database/embedded/clusterProcess'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { createPasswords } from '@apoderados/server/auth/passwords'
import pg from 'pg'
import { startMailServer } from '../../e2e/support/mailServer.ts'
import { type Api, type Environment, launchApi, startApi } from '../../support/stage/api.ts'
import { type Postgres, prepareSchool, startPostgres } from '../../support/stage/database.ts'
import { backendsIn, killAll, postgresProcesses } from '../../support/stage/processes.ts'
import { until } from '../../support/stage/programs.ts'
import { onCleanup } from '../../support/suite.ts'
import type { Watch } from './writes/actual.ts'
import { type Mailbox, readMailbox } from './writes/mailbox.ts'

export type CrashTarget = 'server' | 'PostgreSQL' | 'backend' | 'machine'

/** A server with its database, which may be killed and come back. */
export type CrashEnvironment = {
  name: string
  kinds: CrashTarget[]
  url: () => string
  databaseUrl: () => string
  /** PostgreSQL's own files. */
  files: string
  mailbox: Mailbox
  keys: Watch['keys']
  kill(kind: CrashTarget, pick: Choose): Promise<void>
  /** Whoever does not come back by itself is started again. */
  revive(kind: CrashTarget): Promise<void>
}

const POLL_MS = 20
const IN_RECOVERY = '57P03'

/** Tries again while PostgreSQL still looks at what a kill has left. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'reliability/crash' })
  client.on('error', () => {}) // the statement under way tells it
  try {
    await client.connect()
    return client
  } catch (error) {
    if ((error as pg.DatabaseError).code !== IN_RECOVERY) throw error
    await sleep(POLL_MS)
    return connect(connectionString)
  }
}

/** A connection beside the server's own, which the server's are told from by its name. */
export async function watch(place: CrashEnvironment): Promise<Watch & { close(): Promise<void> }> {
  const client = await connect(place.databaseUrl())
  const passwords = await createPasswords()
  return { client, keys: place.keys, passwords, close: () => client.end() }
}

type Choose = (among: number[]) => number

/** @throws when PostgreSQL serves nobody: nothing would be killed */
export function backendOf(files: string, pick: Choose): number {
  const backends = backendsIn(files)
  if (backends.length === 0) throw new Error('no backend to kill')
  return pick(backends)
}

/** `postgres` is the one that is no child of the server. */
type Parts = { files: string; environment: Environment; postgres?: Postgres }

/** What dies and what is started again, the same in both places. */
async function killable({ files, environment, postgres }: Parts) {
  let api: Api = await startApi(environment)
  onCleanup(() => api.end('SIGTERM'))
  const dies = (kind: CrashTarget) => kind === 'server' || kind === 'machine'
  return {
    files,
    url: () => api.url,
    async kill(kind: CrashTarget, pick: Choose) {
      const all = kind === 'PostgreSQL' || kind === 'machine' ? postgresProcesses(files) : []
      const one = kind === 'backend' ? [backendOf(files, pick)] : []
      if (dies(kind)) api.child.kill('SIGKILL')
      await killAll([...all, ...one])
      // PostgreSQL itself has heard of it, and begins its recovery.
      await until(() => !one.some((pid) => postgresProcesses(files).includes(pid)), 'the end of a backend')
      if (dies(kind)) await api.ended
    },
    async revive(kind: CrashTarget) {
      if (kind === 'PostgreSQL' || kind === 'machine') await postgres?.start()
      if (!dies(kind)) return
      api = await launchApi(environment, api.port)
      await until(() => api.said().includes('Apoderados is listening'), 'the server', api)
    },
  }
}

async function mailsTaken() {
  const server = await startMailServer()
  onCleanup(() => server.stop())
  const MAIL = { SMTP_URL: server.url, MAIL_FROM: 'no-responder@example.com', TRUST_PROXY: '127.0.0.1' }
  return { MAIL, mailbox: readMailbox(server.folder) }
}

/** A server on a PostgreSQL 15 of its own, as DATABASE_URL has it. */
export async function onServer(
  binaries: string,
  folder: string,
  settings: string[] = [],
): Promise<CrashEnvironment & { postgres: Postgres; environment: Environment }> {
  const postgres = await startPostgres(binaries, folder, settings)
  const DATA_DIR = join(folder, 'data')
  const { secretKeys } = await prepareSchool(postgres.url, DATA_DIR, 1)
  const { MAIL, mailbox } = await mailsTaken()
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
    ...(await killable({ files, environment, postgres })),
  }
}

/** A server on the PostgreSQL that it starts by itself, as `npm start` does. */
export async function embedded(folder: string): Promise<CrashEnvironment> {
  const DATA_DIR = join(folder, 'embedded')
  const { MAIL, mailbox } = await mailsTaken()
  const files = join(DATA_DIR, 'postgres/cluster')
  // Its own children outlive a kill of the server, and nobody else ends them then.
  onCleanup(() => killAll(postgresProcesses(files)))
  const parts = await killable({ files, environment: { ...MAIL, DATA_DIR } })
  const read = (path: string) => readFileSync(path, 'utf8')
  const databaseUrl = () =>
    urlOf(
      read(join(DATA_DIR, 'postgres/password')).trim(),
      Number(read(join(files, 'postmaster.pid')).split('\n')[3]),
    )
  return {
    ...{ name: 'embedded', kinds: ['server', 'PostgreSQL', 'machine', 'backend'], mailbox, databaseUrl },
    ...{ keys: await loadKeys(undefined, DATA_DIR) },
    ...parts,
  }
}
