import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { UNPRIVILEGED_ID } from '../../support/stage/database.ts'
import { findFreePort, startProgram, waitUntil } from '../../support/stage/programs.ts'
import { newFolder } from '../../support/suite.ts'

const PGBOUNCER_PATH = '/usr/sbin/pgbouncer'

/** How many connections the pooler opens to PostgreSQL. */
const POOL_SIZE = 20

export type PoolMode = 'session' | 'transaction' | 'statement'

/** @throws with the name of Debian's package if PgBouncer is not installed */
export function requirePgbouncer(): void {
  if (!existsSync(PGBOUNCER_PATH)) throw new Error('missing: PgBouncer (apt-get install pgbouncer)')
}

const pgbouncerConfig = (port: number, databasePort: number, mode: PoolMode, users: string) => `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${POOL_SIZE}
`

const acceptsConnections = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the promise of `connect` reports the error
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    )
}

/** Runs PgBouncer in front of the database at `url`, and returns the database's address through it. */
export async function startPgbouncer(url: string, mode: PoolMode): Promise<string> {
  const folder = newFolder(`rel-pooler-${mode}`)
  const port = await findFreePort()
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(file, pgbouncerConfig(port, Number(new URL(url).port), mode, users))
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, users, file]) chownSync(path, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const account = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
  const program = startProgram(PGBOUNCER_PATH, [file], { cwd: folder, ...account })
  const pooled = new URL(url)
  pooled.port = String(port)
  await waitUntil(() => acceptsConnections(pooled.href), 'PgBouncer', program)
  return pooled.href
}
