/**
 * Measures what OpenTelemetry costs the server with the demo school, in alternating rounds: without it, with a trace of
 * every request, with a trace of one request in twenty, and with metrics alone. A collector in this process accepts
 * everything. Options: `--rounds 3`, `--seconds 3`; with more than 4 seconds sessions reach their limit of calls.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { type Api, type Environment, startApi } from '../support/stage/api.ts'
import { newFolder, onCleanup, parseWholeNumber, runSuite } from '../support/suite.ts'
import { measureSlice, median } from './api/slice.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
})

/** The number of sessions: enough that none reaches its limit of calls. */
const SESSION_COUNT = 48
/** The clock ticks per second in /proc, which Linux fixes at 100. */
const TICKS_PER_SECOND = 100

type RoundFigures = { startMs: number; perSecond: number; p99: number; cpuUs: number; peakMb: number }

async function startCollector(): Promise<string> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onCleanup(() => collector.close())
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

async function signIn({ url }: Api): Promise<string> {
  const answer = await fetch(`${url}${BASE_PATH}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'apoderada@example.com', password: 'demo1234' }),
  })
  return ((await answer.json()) as { jwt: string }).jwt
}

/** Returns the processor time of a process in µs. */
function cpuOf(pid: number | undefined): number {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
  return (ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND) * 1e6
}

function peakMbOf(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function measureRound(environment: Environment, seconds: number): Promise<RoundFigures> {
  const begun = performance.now()
  const api = await startApi(environment)
  const startMs = performance.now() - begun
  const requests: { path: string; headers: Record<string, string> }[] = []
  while (requests.length < SESSION_COUNT)
    requests.push({
      path: `${BASE_PATH}/arrears?student_id=1`,
      headers: { authorization: `Bearer ${await signIn(api)}` },
    })
  await measureSlice(api.url, requests, seconds) // the warm-up, after which Node has compiled the code
  const cpuBefore = cpuOf(api.child.pid)
  const { perSecond, p99 } = await measureSlice(api.url, requests, seconds)
  const cpuUs = (cpuOf(api.child.pid) - cpuBefore) / (perSecond * seconds)
  const peakMb = peakMbOf(api.child.pid)
  await api.end('SIGTERM')
  return { startMs, perSecond, p99, cpuUs, peakMb }
}

await runSuite('performance/telemetry', async () => {
  const endpoint = await startCollector()
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: '1000' }
  const variants: [name: string, variables: Environment][] = [
    ['off', {}],
    ['every request', on],
    ['one of twenty', { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }],
    ['metrics alone', { ...on, OTEL_TRACES_EXPORTER: 'none' }],
  ]
  const DATA_DIR = newFolder('telemetry')
  const seconds = parseWholeNumber('seconds', values.seconds)
  const rounds = parseWholeNumber('rounds', values.rounds)
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before it begins`)
  await measureRound({ DATA_DIR }, 1) // the first start fills the folder
  const measured = new Map<string, RoundFigures[]>(variants.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, variables] of variants)
      measured.get(name)?.push(await measureRound({ DATA_DIR, ...variables }, seconds))
  console.log('telemetry       | start ms | calls/s | p99 ms | processor µs per call | peak MB')
  for (const [name, all] of measured) {
    const of = (figure: keyof RoundFigures) => median(all.map((each) => each[figure])).toFixed(0)
    const cells = [of('startMs'), of('perSecond'), of('p99'), of('cpuUs'), of('peakMb')]
    console.log(`${name.padEnd(15)} | ${cells.join(' | ')}`)
  }
  return true
})
