import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { postgresProcesses } from '../../support/stage/processes.ts'
import { until } from '../../support/stage/programs.ts'
import { throwIfAborted } from '../../support/suite.ts'
import { prepare, type Size } from './apiBenchmark.ts'
import { requestsOf, warmUp } from './bench.ts'
import type { Call } from './calls.ts'
import { slice } from './slice.ts'

const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const TICKS_PER_SECOND = 100 // of /proc, on every Linux that Node runs on
const US_PER_SECOND = 1e6

const ZLIB = 'zlib'
/** In which part of the server a function is, by its file; the first that fits. */
const parts: [string, RegExp][] = [
  ['drizzle', /\/drizzle-orm\//],
  ['driver', /\/pg(-\w+)?\/|\/postgres-/],
  ['Fastify', /\/(fastify|@fastify|find-my-way|avvio|pino|fast-json-stringify|secure-json-parse)\//],
  ['ours', /\/apps\/server\/|\/packages\//],
  [ZLIB, /^node:zlib/],
  ['libraries', /\/node_modules\//],
]
const GARBAGE = 'garbage'
const WRITES = 'writes'
const NODE = 'Node'
const columns = [WRITES, NODE, 'Fastify', 'ours', 'drizzle', 'driver', GARBAGE, ZLIB, 'libraries']

function partOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return GARBAGE
  if (/^(writev|write\w+String|writeBuffer)$/.test(functionName)) return WRITES // the kernel's work, to either socket
  if (functionName === 'writeSync' && url === '') return ZLIB // which compresses at once what is short
  return parts.find(([, files]) => files.test(url))?.[0] ?? NODE
}

/** Microseconds of each part. */
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

/** Asks a server that is `inspected`. */
async function openProfiler({ api }: Size) {
  const told = () => /ws:\/\/\S+/.exec(api.said())?.[0]
  await until(() => told() !== undefined, 'the inspector', api)
  const socket = new WebSocket(told() ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  const ask = (method: string) =>
    new Promise<{ profile?: Profiler.Profile }>((resolve) => {
      last += 1
      const id = last
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(data)
        if (answer.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(answer.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method }))
    })
  return { ask, close: () => socket.close() }
}

/** Microseconds of processor that each of these has used so far. */
function usedBy(pids: (number | undefined)[]): Map<number | undefined, number> {
  const times = pids.map((pid): [number | undefined, number] => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [pid, ((Number(fields[11]) + Number(fields[12])) * US_PER_SECOND) / TICKS_PER_SECOND]
  })
  return new Map(times)
}

type Used = ReturnType<typeof usedBy>

/** What those that are there at the end have used meanwhile. */
const between = (before: Used, after: Used) =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)

const row = (cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(33) : cell.padStart(10))).join('')

const head = row(['GET', 'calls/s', 'server', 'PostgreSQL', 'load', ...columns])

async function profileCall(size: Size, call: Call, seconds: number): Promise<string> {
  const requests = requestsOf(call, size)
  const { rows } = await size.services.db.$client.query('show data_directory')
  const files: string = rows[0].data_directory
  await warmUp(call, { size, requests })
  const profiler = await openProfiler(size)
  const used = () => [usedBy([size.api.child.pid]), usedBy(postgresProcesses(files)), usedBy([process.pid])]
  await profiler.ask('Profiler.enable')
  await profiler.ask('Profiler.start')
  const before = used()
  const { perSecond } = await slice(size.api.url, requests, seconds, call.status)
  const after = used()
  const { profile } = await profiler.ask('Profiler.stop')
  profiler.close()
  const answered = perSecond * seconds
  const perCall = after.map((each, index) => between(before[index] ?? new Map(), each) / answered)
  const times = timesOf(profile ?? { nodes: [], startTime: 0, endTime: 0 })
  const all = [...times.values()].reduce((sum, each) => sum + each, 0)
  const shares = columns.map((part) => `${Math.round((100 * (times.get(part) ?? 0)) / all)} %`)
  return row([call.name, perSecond.toFixed(0), ...perCall.map((each) => `${each.toFixed(0)} µs`), ...shares])
}

/** Prints for each call the processor's time in the server, in PostgreSQL and in the load; then the server's, part by part. */
export async function profileCalls(binaries: string, students: number, calls: Call[], seconds: number) {
  const { sizes } = await prepare(binaries, [students], inspected)
  console.log(head)
  for (const size of sizes) {
    for (const call of calls) {
      throwIfAborted()
      console.log(await profileCall(size, call, seconds))
    }
  }
  return true
}
