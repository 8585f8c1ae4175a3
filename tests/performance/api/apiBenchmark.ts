import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/database/client/open'
import { sessions } from '@apoderados/database/schema/schema'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { createServices, type Services } from '@apoderados/server/services'
import { type Api, startApi } from '../../support/stage/api.ts'
import { startPostgres } from '../../support/stage/database.ts'
import { run, until } from '../../support/stage/programs.ts'
import { onCleanup } from '../../support/suite.ts'
import { courseOf, DOCUMENT, fileId, PHOTO } from './benchmarkNumbers.ts'
import { type Asker, askersOf } from './calls.ts'
import { seeded } from './seed.ts'
import { type Listener, listenTo } from './statements.ts'

const root = join(import.meta.dirname, '../../..')
const SESSION_SECONDS = 86_400
const BATCH_ROWS = 512
const EVENTS_OF_COURSE = 60

/** One database of so many students with a server on it. */
export type Size = {
  students: number
  url: string
  api: Api
  askers: (Asker & { jwt: string })[]
  services: Services
  listener: Listener
}
export type ApiBenchmark = { binaries: string; folder: string; hello: string; sizes: Size[] }

async function startHello(): Promise<string> {
  const program = run(process.execPath, [join(import.meta.dirname, 'hello.ts')])
  await until(() => program.said().includes('port'), 'hello', program)
  return `http://127.0.0.1:${/port (\d+)/.exec(program.said())?.[1]}`
}

/** A small picture and document for each that is asked for, as the server finds them. */
function writeFiles(dataDir: string, askers: Asker[]): void {
  const files = join(dataDir, 'files')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  const there = new Set(readdirSync(files))
  const pictures = join(root, 'packages/school-data/photos')
  const picture = readFileSync(join(pictures, 'portrait-short-02.png'))
  const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000)])
  for (const { student } of askers) {
    const ofCourse = fileId(DOCUMENT, (courseOf(student) - 1) * EVENTS_OF_COURSE + 1)
    const wanted = { [fileId(PHOTO, student)]: picture, [ofCourse]: document }
    for (const [id, bytes] of Object.entries(wanted))
      if (!there.has(id)) writeFileSync(join(files, id), bytes, { mode: 0o600 })
  }
}

export async function openSize(
  url: string,
  students: number,
  folder: string,
  secretKeys: string,
  more: Record<string, string> = {},
): Promise<Size> {
  const dataDir = join(folder, `data_${students}`)
  mkdirSync(dataDir, { recursive: true })
  const db = openDatabase(url, { isPatient: true })
  onCleanup(() => db.$client.end())
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const keys = await loadKeys([secretKeys], dataDir)
  const services = await createServices(db, keys, { dataDir, smtpUrl: undefined, mailFrom })
  const expires_at = new Date(Date.now() + SESSION_SECONDS * 1000)
  const askers = askersOf(students)
  writeFiles(dataDir, askers)
  await db.$client.query('truncate sessions cascade')
  const rows = askers.map(({ parent_id, session_id: id }) => ({
    id,
    parent_id,
    client: 'web' as const,
    expires_at,
  }))
  for (let start = 0; start < rows.length; start += BATCH_ROWS)
    await db.insert(sessions).values(rows.slice(start, start + BATCH_ROWS))
  await db.$client.query('analyze sessions')
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEYS: secretKeys, LOG_LEVEL: 'info' }
  const api = await startApi({ ...environment, ...more }, undefined, join(dataDir, 'log'))
  const listener = await listenTo(url, services)
  onCleanup(listener.stop)
  const signed = askers.map((asker) => ({ ...asker, jwt: services.tokens.sign(asker, SESSION_SECONDS) }))
  return { students, url, api, askers: signed, services, listener }
}

const kept = join(root, 'data/bench')
const settings = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=256MB',
  'max_connections=200',
]

/** PostgreSQL as an earlier run left it. */
export async function openStage(binaries: string) {
  mkdirSync(kept, { recursive: true })
  const { url } = await startPostgres(binaries, kept, settings)
  return { binaries, url, folder: kept, secretKeys: randomBytes(32).toString('base64url') }
}

/** With a database for each size, a server with that `environment` before each, and hello. */
export async function prepare(
  binaries: string,
  sizes: number[],
  environment: Record<string, string> = {},
): Promise<ApiBenchmark> {
  const { url, folder, secretKeys } = await openStage(binaries)
  const opened: Size[] = []
  for (const students of sizes) {
    const database = await seeded({ binaries, url, folder }, students)
    opened.push(await openSize(database, students, folder, secretKeys, environment))
  }
  return { binaries, folder, hello: await startHello(), sizes: opened }
}
