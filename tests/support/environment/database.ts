import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/core/db/client/open'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { loadKeys, randomId } from '@apoderados/core/secrets/keys'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { createServices, type Services } from '@apoderados/server/services'
import pg from 'pg'
import { onCleanup } from '../suite.ts'
import { findFreePort, type Program, startProgram, waitUntil } from './programs.ts'

/**
 * The id of the user and group that run PostgreSQL if this process is root, because PostgreSQL refuses to run as root.
 */
export const UNPRIVILEGED_ID = 65_534
const SESSION_SECONDS = 86_400

export type Postgres = { url: string; stop(): Promise<void>; start(): Promise<void> }

/** Initialises the cluster in `folder` unless an earlier run did so. @returns its paths and the account that runs it */
function prepareFiles(binaries: string, folder: string) {
  const data = join(folder, 'postgres')
  mkdirSync(data, { recursive: true })
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const options = { cwd: data, ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }) }
  const files = join(data, 'files')
  if (!existsSync(join(files, 'PG_VERSION'))) {
    const args = ['-D', files, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8']
    execFileSync(join(binaries, 'initdb'), args, { ...options, stdio: 'ignore' })
  }
  return { data, files, options }
}

async function waitForResponse(url: string, program: Program): Promise<void> {
  const probe = new pg.Pool({ connectionString: url })
  probe.on('error', () => {}) // the next attempt reports the error
  const responses = () =>
    probe.query('select 1').then(
      () => true,
      () => false,
    )
  await waitUntil(responses, 'PostgreSQL', program)
  await probe.end()
}

/**
 * Runs a PostgreSQL server in `folder`, which may contain the cluster of an earlier run. A stop is a fast shutdown, as
 * systemd and Docker request it. An example of `settings` is 'shared_buffers=1GB'.
 */
export async function startPostgres(
  binaries: string,
  folder: string,
  settings: string[] = [],
): Promise<Postgres> {
  const { data, files, options } = prepareFiles(binaries, folder)
  const port = await findFreePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const serverArgs = ['-D', files, '-p', String(port), '-h', '127.0.0.1', '-k', data]
  const args = [...serverArgs, ...settings.flatMap((setting) => ['-c', setting])]
  let program: Program | undefined
  const start = async () => {
    await program?.ended // a killed server blocks the folder until it has ended
    program = startProgram(join(binaries, 'postgres'), args, options)
    await waitForResponse(url, program)
  }
  await start()
  return { url, start, stop: async () => program?.end('SIGINT') }
}

export type School = {
  services: Services
  secretKeys: string
  jwts: string[]
  parentIds: number[]
  studentId: number
}

/** Creates `count` live sessions of one parent without signing in, and returns their tokens. */
export async function openSessions(
  { db, tokens }: Pick<Services, 'db' | 'tokens'>,
  parent_id: number,
  count: number,
): Promise<string[]> {
  const owners = Array.from({ length: count }, () => ({ parent_id, session_id: randomId() }))
  const expires_at = new Date(Date.now() + SESSION_SECONDS * 1000)
  await db
    .insert(sessions)
    .values(owners.map(({ session_id: id }) => ({ id, parent_id, client: 'web' as const, expires_at })))
  return owners.map((owner) => tokens.sign(owner, SESSION_SECONDS))
}

/**
 * Loads the demo school and creates `count` sessions of the demo parent Carolina. Loads use all of them in turn, so
 * that no session reaches its limit of calls.
 */
export async function prepareSchool(url: string, dataDir: string, count: number): Promise<School> {
  await migrate(url)
  const secretKeys = randomBytes(32).toString('base64url')
  const keys = await loadKeys([secretKeys], dataDir)
  const db = openDatabase(url, { forOperator: true })
  onCleanup(() => db.$client.end())
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const services = await createServices(db, keys, { dataDir, smtpUrl: undefined, mailFrom })
  await loadDemo(db, services.files, services.passwords)
  const all = await db.select({ id: parents.id, email: parents.email }).from(parents).orderBy(parents.id)
  const carolina = all.find(({ email }) => email === 'apoderada@example.com')
  if (!carolina) throw new Error('the demo school has no Carolina')
  const jwts = await openSessions(services, carolina.id, count)
  return { services, secretKeys, jwts, parentIds: all.map(({ id }) => id), studentId: 1 }
}
