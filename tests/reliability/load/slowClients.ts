import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { limits } from '@apoderados/server/config'
import { startProgram } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { openConnection } from './connection.ts'
import { printStep } from './loadTable.ts'
import type { LoadTarget } from './overload.ts'
import { sendOpenLoop } from './sender.ts'
import { countOtherFailures, kindsOf, percentile } from './tally.ts'

const SLOWHTTPTEST_PATH = '/usr/bin/slowhttptest'
const ATTACK_SECONDS = 15
const CONNECTIONS_PER_ATTACK = 500
const READ_LOAD = { rate: 200, seconds: ATTACK_SECONDS }
const READS_P99_MAX_MS = 100
/** How long after its time limit the server may cut a connection: it looks for timed-out ones every second. */
const CUT_DELAY_MAX_MS = 2_000

/** Returns the options of slowhttptest for three attacks: slow headers, slow bodies and slow reading. */
function attackOptions(url: string): string[][] {
  const login = `${url}${BASE_PATH}/auth/login`
  return [
    ['-H', '-i', '2', '-x', '24', '-u', login],
    ['-B', '-i', '2', '-x', '10', '-s', '8192', '-f', 'application/json', '-u', login],
    ['-X', '-w', '1', '-y', '16', '-n', '3', '-z', '4', '-k', '3', '-u', `${url}/`],
  ]
}

/** @throws with the name of the package if slowhttptest is not installed */
export function requireSlowHttpTest(): void {
  if (!existsSync(SLOWHTTPTEST_PATH)) throw new Error('missing: slowhttptest (apt-get install slowhttptest)')
}

export async function checkSlowClients({ api, next }: LoadTarget): Promise<Verdict> {
  const size = ['-c', String(CONNECTIONS_PER_ATTACK), '-r', '250', '-l', String(ATTACK_SECONDS), '-p', '3']
  const programs = attackOptions(api.url).map((attackArgs) =>
    startProgram(SLOWHTTPTEST_PATH, [...size, ...attackArgs]),
  )
  const reads = await sendOpenLoop({ port: api.port, next, connections: 200 }, READ_LOAD)
  await Promise.all(programs.map(({ ended }) => ended))
  printStep('reads beside slow clients', reads, api)
  const p99 = percentile(reads.acceptedMs, 0.99)
  const errors = reads.refused + countOtherFailures(reads)
  const isReached = programs.every(({ output }) => /slow HTTP test status/i.test(output()))
  return {
    isGood: errors === 0 && p99 <= READS_P99_MAX_MS && isReached,
    summary: `${CONNECTIONS_PER_ATTACK} connections each of slow heads, bodies and reading for ${ATTACK_SECONDS} s${isReached ? '' : ' (an attack did not run)'}: ${errors} reads failed (503 × ${reads.refused}, others: ${kindsOf(reads)}), p99 ${p99.toFixed(1)} ms of ${READS_P99_MAX_MS}`,
  }
}

/**
 * Returns the time in ms until the server closes the connection; `first` is sent at once, then `drip` every second.
 */
async function timeUntilCut(port: number, first: string, drip: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const begin = performance.now()
  if (first) socket.write(first)
  const dripTimer = drip && setInterval(() => socket.write(drip), 1_000)
  socket.resume()
  await Promise.race([
    once(socket, 'close'),
    sleep(limits.requestTimeoutMs + 2 * CUT_DELAY_MAX_MS, undefined, { ref: false }),
  ])
  if (dripTimer) clearInterval(dripTimer)
  socket.destroy()
  return performance.now() - begin
}

/** Checks that the server waits 5 s at most for the headers and 10 s for a whole request (R31). */
export async function checkSlowRequestsAreCut({ api }: LoadTarget): Promise<Verdict> {
  const head = `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nHost: x\r\n`
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const [silentMs, slowHeadMs, slowBodyMs] = await Promise.all([
    timeUntilCut(api.port, '', ''),
    timeUntilCut(api.port, head, 'X'),
    timeUntilCut(api.port, head + body, ' '),
  ])
  const isWithin = (ms: number, limit: number) => ms <= limit + CUT_DELAY_MAX_MS
  return {
    isGood:
      isWithin(silentMs, limits.headersTimeoutMs) &&
      isWithin(slowHeadMs, limits.headersTimeoutMs) &&
      isWithin(slowBodyMs, limits.requestTimeoutMs),
    summary: `silent cut after ${(silentMs / 1000).toFixed(1)} s, slow head after ${(slowHeadMs / 1000).toFixed(1)} s, slow body after ${(slowBodyMs / 1000).toFixed(1)} s`,
  }
}

const statusOf = (connection: ReturnType<typeof openConnection>, call: Buffer) =>
  new Promise<number>((resolve) => connection.send(call, ({ status }) => resolve(status)))

/**
 * Opens more silent sockets than the server accepts connections: an existing connection must be served, and a new one
 * as soon as the server has closed silent ones.
 */
export async function occupyAllConnections({ api, next }: LoadTarget): Promise<Verdict> {
  const existing = openConnection(api.port)
  await statusOf(existing, next())
  const silentSockets: Socket[] = Array.from({ length: limits.connections + 200 }, () =>
    connect({ port: api.port, host: '127.0.0.1' }).on('error', () => {}),
  )
  const begin = performance.now()
  const answers: number[] = []
  let servedAfter: number | undefined
  while (servedAfter === undefined && performance.now() - begin < limits.requestTimeoutMs) {
    answers.push(await statusOf(existing, next()))
    await sleep(100)
    const newConnection = openConnection(api.port)
    const status = await statusOf(newConnection, next())
    newConnection.destroy()
    if (status === 200 && performance.now() - begin > CUT_DELAY_MAX_MS)
      servedAfter = performance.now() - begin
  }
  for (const socket of silentSockets) socket.destroy()
  existing.destroy()
  const failed = answers.filter((status) => status !== 200).length
  return {
    isGood: failed === 0 && servedAfter !== undefined,
    summary: `${silentSockets.length} silent sockets for ${limits.connections} places: ${failed} of ${answers.length} calls on a kept connection failed, a new one was served after ${servedAfter === undefined ? 'NEVER' : `${(servedAfter / 1000).toFixed(1)} s`}`,
  }
}
