import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { grantLeastRights, restrictedRoles } from '@apoderados/database/client/leastRights'
import pg from 'pg'
import { prepareSchool, type School, startPostgres, UNPRIVILEGED_ID } from '../../support/stage/database.ts'
import { killAll, postgresProcesses } from '../../support/stage/processes.ts'
import { waitUntil } from '../../support/stage/programs.ts'
import { newFolder } from '../../support/suite.ts'
import { type DatabaseSwitch, startDatabaseSwitch } from './databaseSwitch.ts'

const SESSION_COUNT = 400

export type ReplicatedDatabase = {
  school: School
  route: DatabaseSwitch
  primaryPort: number
  queryPrimary(text: string): Promise<Record<string, unknown>[]>
  /** The settings of a server that reaches the database through `route`, with the rights of deploy/least-rights.sql. */
  environment: Record<string, string>
  /** Adds a standby, and makes the primary wait for it at each commit. */
  startStandby(): Promise<Standby>
  killPrimary(): Promise<void>
}

export type Standby = {
  port: number
  query(text: string): Promise<Record<string, unknown>[]>
  promote(): Promise<void>
  /** Stops the standby's processes until `resume`, so that it acknowledges no commit. */
  pause(): void
  resume(): void
}

export async function queryAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const portOf = (url: string) => Number(new URL(url).port)

/**
 * Copies the running primary into `folder`; the files belong to another user than root, because PostgreSQL refuses to
 * run as root.
 */
function copyPrimary(binaries: string, primaryUrl: string, folder: string): void {
  const data = join(folder, 'postgres')
  mkdirSync(data, { recursive: true })
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const files = ['-D', join(data, 'files'), '-d', primaryUrl, '--write-recovery-conf', '--checkpoint=fast']
  const account = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  execFileSync(join(binaries, 'pg_basebackup'), files, { cwd: data, ...account, stdio: 'ignore' })
}

async function addStandby(binaries: string, primaryUrl: string): Promise<Standby> {
  const folder = newFolder('rel-failover-standby')
  copyPrimary(binaries, primaryUrl, folder)
  const { url } = await startPostgres(binaries, folder)
  // Set after the copy: a standby with this setting would wait, once promoted, for a standby that does not exist.
  await queryAt(primaryUrl, `alter system set synchronous_standby_names = '*'`)
  await queryAt(primaryUrl, 'select pg_reload_conf()')
  const isSynchronous = async () =>
    (await queryAt(primaryUrl, `select from pg_stat_replication where sync_state = 'sync'`)).length === 1
  await waitUntil(isSynchronous, 'the synchronous standby')
  const query = (text: string) => queryAt(url, text)
  const files = join(folder, 'postgres', 'files')
  const signal = (name: NodeJS.Signals) => {
    for (const pid of postgresProcesses(files)) process.kill(pid, name)
  }
  return {
    ...{ port: portOf(url), query, promote: async () => void (await query('select pg_promote()')) },
    ...{ pause: () => signal('SIGSTOP'), resume: () => signal('SIGCONT') },
  }
}

/** Starts a primary with the demo school. */
export async function startReplicatedDatabase(binaries: string): Promise<ReplicatedDatabase> {
  const folder = newFolder('rel-failover')
  const { url } = await startPostgres(binaries, folder)
  const DATA_DIR = join(folder, 'data')
  const school = await prepareSchool(url, DATA_DIR, SESSION_COUNT)
  for (const name of Object.values(restrictedRoles)) await queryAt(url, `create role ${name} login`)
  await grantLeastRights(school.services.db)
  const route = await startDatabaseSwitch(portOf(url))
  const databaseUrl = `postgres://${restrictedRoles.server}@127.0.0.1:${route.port}/postgres`
  return {
    ...{ school, route, primaryPort: portOf(url), queryPrimary: (text) => queryAt(url, text) },
    environment: { DATA_DIR, DATABASE_URL: databaseUrl, SECRET_KEYS: school.secretKeys, LOG_LEVEL: 'warn' },
    startStandby: () => addStandby(binaries, url),
    killPrimary: () => killAll(postgresProcesses(join(folder, 'postgres', 'files'))),
  }
}
