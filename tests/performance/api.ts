/**
 * Benchmarks each read of the API against a bare `node:http` server with responses of the same size
 * (docs/performance.md); the measurements alternate within one run. Options: `--students 1000`, `--only
 * getArrears,getNews` to select reads by name, `--seconds 2` per measurement, `--rounds 3`. Needs PostgreSQL 15; the
 * generated schools are kept in data/bench.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { type Api, startApi } from '@apoderados/tests-support/environment/api.ts'
import { startPostgres } from '@apoderados/tests-support/environment/database.ts'
import {
  type FamilySession,
  importGeneratedSchool,
  openFamilySessions,
  reads,
} from '@apoderados/tests-support/environment/generatedSchool.ts'
import { findPostgres, startProgram, waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import { parseWholeNumber, runSuite, throwIfAborted } from '../support/suite.ts'
import { measureSlice, medianSlice, type Slice } from './api/slice.ts'

const MEMORY_MB_MAX = 250
const P99_MS_MAX = 60
/** The least ratio of a read's rate to that of the bare server; the class list has the most rows. */
const minRatio = (name: string) => (name === 'getClassmates' ? 0.04 : 0.1)
/** So many sessions that none reaches its limit of calls. */
const PARENTS = { count: 1_024, sessionsPerParent: 2 }
/** The number of requests after which the speed of a read is stable. */
const WARM_UP_REQUESTS = 8_000
const POSTGRES_SETTINGS = ['shared_buffers=1GB', 'max_wal_size=4GB', 'max_connections=200']

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
})

/** Starts the server on generated schools of this size, which an earlier run may have imported. */
async function startBenchmark(students: number): Promise<{ api: Api; families: FamilySession[] }> {
  const folder = join(import.meta.dirname, '../../data/bench', String(students))
  mkdirSync(folder, { recursive: true })
  const set = join(folder, 'set')
  const { url: DATABASE_URL } = await startPostgres(findPostgres(), folder, POSTGRES_SETTINGS)
  const SECRET_KEYS = randomBytes(32).toString('base64url')
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL, SECRET_KEYS }
  await migrate(DATABASE_URL)
  if (!existsSync(set)) await importGeneratedSchool(students, set, environment)
  const families = await openFamilySessions(environment, PARENTS)
  const api = await startApi(environment, undefined, join(folder, 'log'))
  return { api, families }
}

async function startHello(): Promise<string> {
  const program = startProgram(process.execPath, [join(import.meta.dirname, 'api/hello.ts')])
  const portOf = () => /port (\d+)/.exec(program.output())?.[1]
  await waitUntil(() => portOf() !== undefined, 'the bare server', program)
  return `http://127.0.0.1:${portOf()}`
}

/** Returns the peak memory of a process in MB. */
const peakMb = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const formatRow = (cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(10))).join('')

await runSuite('performance/api', async () => {
  const [seconds, rounds] = [
    parseWholeNumber('seconds', values.seconds),
    parseWholeNumber('rounds', values.rounds),
  ]
  const selected = reads.filter(({ name }) => values.only.split(',').some((text) => name.includes(text)))
  if (selected.length === 0) throw new Error(`--only knows ${reads.map(({ name }) => name).join(', ')}`)
  const hello = await startHello()
  const { api, families } = await startBenchmark(parseWholeNumber('students', values.students))
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before it begins`)
  console.log(formatRow(['GET', 'bytes', 'calls/s', 'of hello', 'least', 'p50 ms', 'p99 ms']))
  const missed: string[] = []
  for (const { name, path } of selected) {
    const requests = families.flatMap((family) => {
      const headers = { 'accept-encoding': 'gzip, deflate, br', authorization: `Bearer ${family.jwt}` }
      const own = path(family)
      return own === null ? [] : [{ path: own, headers }]
    })
    const [first] = requests
    if (!first) throw new Error(`no family has what ${name} reads`)
    const response = await fetch(api.url + first.path, { headers: first.headers })
    await response.arrayBuffer()
    const bytes = response.headers.get('content-length') ?? '0'
    const helloRequests = requests.map(({ headers }) => ({ path: `/${bytes}`, headers }))
    for (let sent = 0; sent < WARM_UP_REQUESTS; ) sent += (await measureSlice(api.url, requests, 1)).perSecond
    const slices: { own: Slice[]; hello: Slice[] } = { own: [], hello: [] }
    for (let round = 0; round < rounds; round += 1) {
      throwIfAborted()
      slices.hello.push(await measureSlice(hello, helloRequests, seconds))
      slices.own.push(await measureSlice(api.url, requests, seconds))
    }
    const [own, floor] = [medianSlice(slices.own), medianSlice(slices.hello)]
    const [ratio, least] = [own.perSecond / floor.perSecond, minRatio(name)]
    const figures = [ratio.toFixed(3), least.toFixed(2), String(own.p50), String(own.p99)]
    console.log(formatRow([name, bytes, own.perSecond.toFixed(0), ...figures]))
    if (ratio < least) missed.push(`${name}: ${ratio.toFixed(3)} of hello, at least ${least}`)
    if (own.p99 > P99_MS_MAX) missed.push(`${name}: p99 ${own.p99} ms, at most ${P99_MS_MAX}`)
  }
  const memory = peakMb(api.child.pid)
  if (memory > MEMORY_MB_MAX) missed.push(`memory ${memory.toFixed(0)} MB, at most ${MEMORY_MB_MAX}`)
  console.log(`memory of the process at its peak: ${memory.toFixed(0)} MB`)
  for (const target of missed) console.log(`missed: ${target}`)
  console.log(`performance/api ${missed.length === 0 ? 'passed' : `FAILED: ${missed.length} missed`}`)
  return missed.length === 0
})
