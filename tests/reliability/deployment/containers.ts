import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { startPostgres } from '@apoderados/tests-support/environment/database.ts'
import {
  type Program,
  runToEnd,
  startProgram,
  waitUntil,
} from '@apoderados/tests-support/environment/programs.ts'
import { composeService, readText, root } from './deployFiles.ts'

/** Maps compose's addresses to the loopback network: all of 127.0.0.0/8 is this machine. */
export const onLoopback = (text: string) => text.replaceAll('172.30.', '127.30.')

const variableNames = Object.keys(parseEnv(readText('deploy/compose.env.example')))
/** Generated values for the variables of deploy/compose.env.example. */
export const passwords = Object.fromEntries(
  variableNames.map((name) => [name, randomBytes(24).toString('hex')]),
)
const SUPERUSER = 'postgres'

/** Replaces `${NAME:?…}` and `${NAME:-…}` as compose does. */
const interpolate = (text: string) =>
  text.replace(
    /\$\{([A-Z_]+):([?-])([^}]*)\}/g,
    (_, name, kind, rest) => passwords[name] ?? (kind === '-' ? rest : ''),
  )

export type Database = { port: number; superuserUrl: string }

/** Starts a PostgreSQL that requires a password from each account but the superuser. */
export async function startDatabase(binaries: string, folder: string): Promise<Database> {
  const rules = join(folder, 'pg_hba.conf')
  writeFileSync(
    rules,
    `host all ${SUPERUSER} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n`,
    { mode: 0o644 },
  )
  const { url } = await startPostgres(binaries, folder, [`hba_file=${rules}`])
  return { port: Number(new URL(url).port), superuserUrl: url }
}

/**
 * Returns the environment of a service in compose.yaml, in which the database's address and port are those of
 * `database`.
 */
export function environmentOf(name: string, database: Database, folder: string): Record<string, string> {
  const fromFile = parseEnv(readText('deploy/apoderados.env.example')) as Record<string, string>
  const settings = Object.entries(composeService(name).environment).map(([key, value]) => [
    key,
    onLoopback(interpolate(value)),
  ])
  const address = composeService('database').networks.data?.ipv4_address as string
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    ...fromFile,
    ...Object.fromEntries(settings),
    SECRET_KEYS: secretKey,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    NODE_OPTIONS: `--import=${join(root, 'scripts/preload.js')}`,
  }
  for (const [key, value] of Object.entries(environment))
    environment[key] = value.replace(
      onLoopback(address),
      key === 'PGHOST' ? '127.0.0.1' : `127.0.0.1:${database.port}`,
    )
  return { ...environment, PGPORT: String(database.port) }
}
const secretKey = randomBytes(32).toString('base64url')

/** Runs a service of compose.yaml to its end; `command` replaces the service's command. */
export async function runService(
  name: string,
  database: Database,
  folder: string,
  command: string[] = composeService(name).command,
): Promise<{ code: number | null; output: string }> {
  const [, ...args] = command
  const env = environmentOf(name, database, folder)
  const program = await runToEnd(process.execPath, args, { cwd: root, env })
  return { code: await program.ended, output: program.output().trim() }
}

/** Runs deploy/roles.sql with Debian's psql, as the service `roles` does. */
export async function runRoles(database: Database, folder: string, psql: string) {
  const env = { ...environmentOf('roles', database, folder), PGUSER: SUPERUSER }
  const program = await runToEnd(psql, ['-X', '-f', join(root, 'deploy/roles.sql')], { env })
  return { code: await program.ended, output: program.output().trim() }
}

const [, nodeOptions = ''] =
  /^CMD \["node", (.+), "apps\/server\/src\/main.ts"\]$/m.exec(readText('deploy/Dockerfile')) ?? []

/** Starts one of the two API processes with the image's command, on the address that compose assigns. */
export async function startServer(name: string, database: Database, folder: string): Promise<Program> {
  const HOST = onLoopback(composeService(name).networks.inside?.ipv4_address ?? '')
  const args = [...JSON.parse(`[${nodeOptions}]`), 'apps/server/src/main.ts']
  const env = { ...environmentOf(name, database, folder), HOST, PORT: '3000' }
  const program = startProgram(process.execPath, args, { cwd: root, env })
  await waitUntil(() => program.output().includes('Apoderados is listening'), name, program)
  return program
}
