import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/call'
import { limits } from '@apoderados/server/config'
import { run } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { openConnection } from './connection.ts'
import { reportStep } from './loadTable.ts'
import type { LoadTarget } from './overload.ts'
import { sendOpenLoop } from './sender.ts'
import { kindsOf, othersOf, percentile } from './tally.ts'

const SLOWHTTPTEST = '/usr/bin/slowhttptest'
const SECONDS = 15
const ATTACKERS_EACH = 500
const READS = { rate: 200, seconds: SECONDS }
const READS_P99_MAX_MS = 100
/** Connections are looked at each second. */
const LOOK_MS = 2_000

/** Slow heads, slow bodies, slow reading: the options of each. */
function attacks(url: string): string[][] {
  const login = `${url}${BASE_PATH}/auth/login`
  return [
    ['-H', '-i', '2', '-x', '24', '-u', login],
    ['-B', '-i', '2', '-x', '10', '-s', '8192', '-f', 'application/json', '-u', login],
    ['-X', '-w', '1', '-y', '16', '-n', '3', '-z', '4', '-k', '3', '-u', `${url}/`],
  ]
}

/** @throws naming the package that is missing */
export function findSlowHttpTest(): void {
  if (!existsSync(SLOWHTTPTEST)) throw new Error('missing: slowhttptest (apt-get install slowhttptest)')
}

export async function slowClients({ api, next }: LoadTarget): Promise<Verdict> {
  const size = ['-c', String(ATTACKERS_EACH), '-r', '250', '-l', String(SECONDS), '-p', '3']
  const programs = attacks(api.url).map((how) => run(SLOWHTTPTEST, [...size, ...how]))
  const reads = await sendOpenLoop({ port: api.port, next, connections: 200 }, READS)
  await Promise.all(programs.map(({ ended }) => ended))
  reportStep('reads beside slow clients', reads, api)
  const p99 = percentile(reads.acceptedMs, 0.99)
  const errors = reads.refused + othersOf(reads)
  const isReached = programs.every(({ said }) => /slow HTTP test status/i.test(said()))
  return {
    isGood: errors === 0 && p99 <= READS_P99_MAX_MS && isReached,
    told: `${ATTACKERS_EACH} connections each of slow heads, bodies and reading for ${SECONDS} s${isReached ? '' : ' (an attack did not run)'}: ${errors} reads failed (503 × ${reads.refused}, others: ${kindsOf(reads)}), p99 ${p99.toFixed(1)} ms of ${READS_P99_MAX_MS}`,
  }
}

/** Milliseconds until the server ends it; the first words are sent at once, then one byte a second. */
async function cutAfter(port: number, first: string, drip: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const begin = performance.now()
  if (first) socket.write(first)
  const dripping = drip && setInterval(() => socket.write(drip), 1_000)
  socket.resume()
  await Promise.race([
    once(socket, 'close'),
    sleep(limits.requestTimeoutMs + 2 * LOOK_MS, undefined, { ref: false }),
  ])
  if (dripping) clearInterval(dripping)
  socket.destroy()
  return performance.now() - begin
}

/** R31: 5 s for a head, or for none at all, and 10 s for a whole request. */
export async function slowOnesAreCut({ api }: LoadTarget): Promise<Verdict> {
  const head = `POST ${BASE_PATH}/auth/login HTTP/1.1\r\nHost: x\r\n`
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const [silent, slowHead, slowBody] = await Promise.all([
    cutAfter(api.port, '', ''),
    cutAfter(api.port, head, 'X'),
    cutAfter(api.port, head + body, ' '),
  ])
  const isIn = (ms: number, limit: number) => ms <= limit + LOOK_MS
  return {
    isGood:
      isIn(silent, limits.headersTimeoutMs) &&
      isIn(slowHead, limits.headersTimeoutMs) &&
      isIn(slowBody, limits.requestTimeoutMs),
    told: `silent cut after ${(silent / 1000).toFixed(1)} s, slow head after ${(slowHead / 1000).toFixed(1)} s, slow body after ${(slowBody / 1000).toFixed(1)} s`,
  }
}

const ask = (connection: ReturnType<typeof openConnection>, call: Buffer) =>
  new Promise<number>((resolve) => connection.send(call, ({ status }) => resolve(status)))

/** Silent sockets take every place: who is there already is served, and who comes is, once they are cut. */
export async function fullHouse({ api, next }: LoadTarget): Promise<Verdict> {
  const kept = openConnection(api.port)
  await ask(kept, next())
  const silent: Socket[] = Array.from({ length: limits.connections + 200 }, () =>
    connect({ port: api.port, host: '127.0.0.1' }).on('error', () => {}),
  )
  const begin = performance.now()
  const answers: number[] = []
  let servedAfter: number | undefined
  while (servedAfter === undefined && performance.now() - begin < limits.requestTimeoutMs) {
    answers.push(await ask(kept, next()))
    await sleep(100)
    const fresh = openConnection(api.port)
    const status = await ask(fresh, next())
    fresh.destroy()
    if (status === 200 && performance.now() - begin > LOOK_MS) servedAfter = performance.now() - begin
  }
  for (const socket of silent) socket.destroy()
  kept.destroy()
  const failed = answers.filter((status) => status !== 200).length
  return {
    isGood: failed === 0 && servedAfter !== undefined,
    told: `${silent.length} silent sockets for ${limits.connections} places: ${failed} of ${answers.length} calls on a kept connection failed, a new one was served after ${servedAfter === undefined ? 'NEVER' : `${(servedAfter / 1000).toFixed(1)} s`}`,
  }
}
