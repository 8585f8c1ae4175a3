import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/database/client/open'
import { sessions } from '@apoderados/database/schema/schema'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { createServices, type Services } from '@apoderados/server/services'
import { type Api, startApi } from '../../support/stage/api.ts'
import { startPostgres } from '../../support/stage/database.ts'
import { startProgram, waitUntil } from '../../support/stage/programs.ts'
import { onCleanup } from '../../support/suite.ts'
import { type Caller, createCallers } from './calls.ts'
import { courseOf, DOCUMENT_KIND, hexId, PHOTO_KIND } from './seed/benchmarkNumbers.ts'
import { seedDatabase } from './seed/seed.ts'
import { recordStatements, type StatementRecorder } from './statements.ts'

const root = join(import.meta.dirname, '../../..')
const SESSION_SECONDS = 86_400
const BATCH_ROWS = 512
const EVENTS_PER_COURSE = 60

/** One size of the benchmark: a database with `students` students, and a server that uses it. */
export type BenchmarkSize = {
  students: number
  url: string
  api: Api
  callers: (Caller & { jwt: string })[]
  services: Services
  recorder: StatementRecorder
}
export type ApiBenchmark = { binaries: string; folder: string; hello: string; sizes: BenchmarkSize[] }

/** Starts the bare `node:http` server. @returns its URL */
async function startHelloServer(): Promise<string> {
  const program = startProgram(process.execPath, [join(import.meta.dirname, 'hello.ts')])
  await waitUntil(() => program.output().includes('port'), 'hello', program)
  return `http://127.0.0.1:${/port (\d+)/.exec(program.output())?.[1]}`
}

/** Writes a small photo and document for each file that the benchmark requests. */
function writeFiles(dataDir: string, callers: Caller[]): void {
  const files = join(dataDir, 'files')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  const existing = new Set(readdirSync(files))
  const pictures = join(root, 'packages/school-data/photos')
  const photo = readFileSync(join(pictures, 'portrait-short-02.png'))
  const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000)])
  for (const { student } of callers) {
    const courseDocumentId = hexId(DOCUMENT_KIND, (courseOf(student) - 1) * EVENTS_PER_COURSE + 1)
    const contents = { [hexId(PHOTO_KIND, student)]: photo, [courseDocumentId]: document }
    for (const [id, bytes] of Object.entries(contents))
      if (!existing.has(id)) writeFileSync(join(files, id), bytes, { mode: 0o600 })
  }
}

/** Starts a server on a seeded database with a session for each caller; the sessions of earlier runs are deleted. */
export async function openBenchmarkSize(
  url: string,
  students: number,
  folder: string,
  secretKeys: string,
  extraEnvironment: Record<string, string> = {},
): Promise<BenchmarkSize> {
  const dataDir = join(folder, `data_${students}`)
  mkdirSync(dataDir, { recursive: true })
  const db = openDatabase(url, { isPatient: true })
  onCleanup(() => db.$client.end())
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const keys = await loadKeys([secretKeys], dataDir)
  const services = await createServices(db, keys, { dataDir, smtpUrl: undefined, mailFrom })
  const expires_at = new Date(Date.now() + SESSION_SECONDS * 1000)
  const callers = createCallers(students)
  writeFiles(dataDir, callers)
  await db.$client.query('truncate sessions cascade')
  const rows = callers.map(({ parent_id, session_id: id }) => ({
    id,
    parent_id,
    client: 'web' as const,
    expires_at,
  }))
  for (let start = 0; start < rows.length; start += BATCH_ROWS)
    await db.insert(sessions).values(rows.slice(start, start + BATCH_ROWS))
  await db.$client.query('analyze sessions')
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEYS: secretKeys, LOG_LEVEL: 'info' }
  const api = await startApi({ ...environment, ...extraEnvironment }, undefined, join(dataDir, 'log'))
  const recorder = await recordStatements(url, services)
  onCleanup(recorder.stop)
  const withTokens = callers.map((caller) => ({
    ...caller,
    jwt: services.tokens.sign(caller, SESSION_SECONDS),
  }))
  return { students, url, api, callers: withTokens, services, recorder }
}

const benchFolder = join(root, 'data/bench')
const postgresSettings = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=256MB',
  'max_connections=200',
]

/** Starts PostgreSQL with the databases that earlier runs have left, and makes a new secret key for the servers. */
export async function openBenchmark(binaries: string) {
  mkdirSync(benchFolder, { recursive: true })
  const { url } = await startPostgres(binaries, benchFolder, postgresSettings)
  return { binaries, url, folder: benchFolder, secretKeys: randomBytes(32).toString('base64url') }
}

/** Prepares a database and a server with `environment` for each size, and the bare `node:http` server. */
export async function prepareBenchmark(
  binaries: string,
  sizes: number[],
  environment: Record<string, string> = {},
): Promise<ApiBenchmark> {
  const { url, folder, secretKeys } = await openBenchmark(binaries)
  const seeded: BenchmarkSize[] = []
  for (const students of sizes) {
    const database = await seedDatabase({ binaries, url, folder }, students)
    seeded.push(await openBenchmarkSize(database, students, folder, secretKeys, environment))
  }
  return { binaries, folder, hello: await startHelloServer(), sizes: seeded }
}
