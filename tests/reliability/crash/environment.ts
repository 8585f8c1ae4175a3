import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { withClient } from '@apoderados/testing/client'
import { launchApi, startApi } from '@apoderados/tests-support/environment/api.ts'
import { prepareSchool, startPostgres } from '@apoderados/tests-support/environment/database.ts'
import { backendsIn, killAll, postgresProcesses } from '@apoderados/tests-support/environment/processes.ts'
import { waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import type pg from 'pg'

/** 'backend' is a process of PostgreSQL that serves a connection, 'machine' the server together with PostgreSQL. */
export const crashTargets = ['server', 'PostgreSQL', 'backend', 'machine'] as const
export type CrashTarget = (typeof crashTargets)[number]

export type CrashEnvironment = Awaited<ReturnType<typeof startEnvironment>>

/** Starts a server with the demo school on its own PostgreSQL, both of which can be killed and restarted. */
export async function startEnvironment(binaries: string, folder: string) {
  const postgres = await startPostgres(binaries, folder)
  const DATA_DIR = join(folder, 'data')
  const outbox = join(DATA_DIR, 'outbox')
  mkdirSync(outbox, { recursive: true })
  const school = await prepareSchool(postgres.url, DATA_DIR, 250)
  const { secretKeys } = school
  const environment = {
    DATA_DIR,
    DATABASE_URL: postgres.url,
    SECRET_KEYS: secretKeys,
    TRUST_PROXY: '127.0.0.1',
  }
  const files = join(folder, 'postgres/files')
  let api = await startApi(environment)
  const killsServer = (target: CrashTarget) => target === 'server' || target === 'machine'
  const killsPostgres = (target: CrashTarget) => target === 'PostgreSQL' || target === 'machine'

  return {
    folder,
    files,
    outbox,
    postgres,
    school,
    environment,
    keys: await loadKeys([secretKeys], DATA_DIR),
    url: () => api.url,
    isAlive: () => api.isAlive(),
    observe: <T>(work: (client: pg.Client) => Promise<T>) => withClient(postgres.url, work),
    async kill(target: CrashTarget, pick: (pids: number[]) => number) {
      const backends = target === 'backend' ? [pick(backendsIn(files))] : []
      if (killsServer(target)) api.child.kill('SIGKILL')
      await killAll([...(killsPostgres(target) ? postgresProcesses(files) : []), ...backends])
      // A killed backend disappears once PostgreSQL's main process has noticed its death and begins recovery.
      const isGone = () => !backends.some((pid) => postgresProcesses(files).includes(pid))
      await waitUntil(isGone, 'the end of a backend')
      if (killsServer(target)) await api.ended
    },
    /** Restarts what a kill of `target` ended, unless it restarts by itself, and waits until the server is ready. */
    async restart(target: CrashTarget) {
      if (killsPostgres(target)) await postgres.start()
      if (killsServer(target)) api = await launchApi(environment, api.port)
      await waitUntil(() => isReady(api.url), 'the server after a kill', api)
    },
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
