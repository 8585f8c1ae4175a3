import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { postgresProcesses } from '../../support/stage/processes.ts'
import { waitUntil } from '../../support/stage/programs.ts'
import { throwIfAborted } from '../../support/suite.ts'
import { type BenchmarkSize, prepareBenchmark } from './apiBenchmark.ts'
import { requestsOf, warmUp } from './bench.ts'
import type { Call } from './calls.ts'
import { measureSlice } from './slice.ts'

const INSPECTOR_ENVIRONMENT = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const TICKS_PER_SECOND = 100 // clock ticks in /proc, the same on every Linux
const MICROSECONDS_PER_SECOND = 1e6

const ZLIB_PART = 'zlib'
/** The parts of the server, with the files of their functions; the first match counts. */
const serverParts: [string, RegExp][] = [
  ['drizzle', /\/drizzle-orm\//],
  ['driver', /\/pg(-\w+)?\/|\/postgres-/],
  ['Fastify', /\/(fastify|@fastify|find-my-way|avvio|pino|fast-json-stringify|secure-json-parse)\//],
  ['ours', /\/apps\/server\/|\/packages\//],
  [ZLIB_PART, /^node:zlib/],
  ['libraries', /\/node_modules\//],
]
const GARBAGE_PART = 'garbage'
const WRITES_PART = 'writes'
const NODE_PART = 'Node'
const partColumns = [
  WRITES_PART,
  NODE_PART,
  'Fastify',
  'ours',
  'drizzle',
  'driver',
  GARBAGE_PART,
  ZLIB_PART,
  'libraries',
]

function partOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return GARBAGE_PART
  if (/^(writev|write\w+String|writeBuffer)$/.test(functionName)) return WRITES_PART // system calls that write to a socket
  if (functionName === 'writeSync' && url === '') return ZLIB_PART // zlib's synchronous compression of short answers
  return serverParts.find(([, files]) => files.test(url))?.[0] ?? NODE_PART
}

/** Returns the microseconds of CPU time per part. */
function timesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    const part = frame && partOf(frame)
    if (part) times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  }
  return times
}

/** Connects to the inspector of a server that was started with `INSPECTOR_ENVIRONMENT`. */
async function openProfiler({ api }: BenchmarkSize) {
  const inspectorUrl = () => /ws:\/\/\S+/.exec(api.output())?.[0]
  await waitUntil(() => inspectorUrl() !== undefined, 'the inspector', api)
  const socket = new WebSocket(inspectorUrl() ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let lastId = 0
  const sendCommand = (method: string) =>
    new Promise<{ profile?: Profiler.Profile }>((resolve) => {
      lastId += 1
      const id = lastId
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(data)
        if (answer.id !== id) return
        socket.removeEventListener('message', onMessage)
        resolve(answer.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  return { sendCommand, close: () => socket.close() }
}

/** Returns the CPU time of each process so far, in microseconds. */
function cpuTimesOf(pids: (number | undefined)[]): Map<number | undefined, number> {
  const times = pids.map((pid): [number | undefined, number] => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [pid, ((Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_SECOND) / TICKS_PER_SECOND]
  })
  return new Map(times)
}

type CpuTimes = ReturnType<typeof cpuTimesOf>

/** Returns the microseconds of CPU time that the processes of the second reading used since the first. */
const cpuTimeBetween = (before: CpuTimes, after: CpuTimes) =>
  [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)

const tableRow = (cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(33) : cell.padStart(10))).join('')

const tableHead = tableRow(['GET', 'calls/s', 'server', 'PostgreSQL', 'load', ...partColumns])

async function profileCall(size: BenchmarkSize, call: Call, seconds: number): Promise<string> {
  const requests = requestsOf(call, size)
  const { rows } = await size.services.db.$client.query('show data_directory')
  const files: string = rows[0].data_directory
  await warmUp(call, { size, requests })
  const profiler = await openProfiler(size)
  const readCpuTimes = () => [
    cpuTimesOf([size.api.child.pid]),
    cpuTimesOf(postgresProcesses(files)),
    cpuTimesOf([process.pid]),
  ]
  await profiler.sendCommand('Profiler.enable')
  await profiler.sendCommand('Profiler.start')
  const before = readCpuTimes()
  const { perSecond } = await measureSlice(size.api.url, requests, seconds, call.status)
  const after = readCpuTimes()
  const { profile } = await profiler.sendCommand('Profiler.stop')
  profiler.close()
  const answered = perSecond * seconds
  const perCall = after.map((each, index) => cpuTimeBetween(before[index] ?? new Map(), each) / answered)
  const times = timesOf(profile ?? { nodes: [], startTime: 0, endTime: 0 })
  const all = [...times.values()].reduce((sum, each) => sum + each, 0)
  const shares = partColumns.map((part) => `${Math.round((100 * (times.get(part) ?? 0)) / all)} %`)
  return tableRow([
    call.name,
    perSecond.toFixed(0),
    ...perCall.map((each) => `${each.toFixed(0)} µs`),
    ...shares,
  ])
}

/**
 * Prints for each call the CPU time of the server, of PostgreSQL and of the load generator, and then the server's
 * shares by part.
 */
export async function profileCalls(binaries: string, students: number, calls: Call[], seconds: number) {
  const { sizes } = await prepareBenchmark(binaries, [students], INSPECTOR_ENVIRONMENT)
  console.log(tableHead)
  for (const size of sizes) {
    for (const call of calls) {
      throwIfAborted()
      console.log(await profileCall(size, call, seconds))
    }
  }
  return true
}
