import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reply, send } from '@apoderados/tests-support/environment/call.ts'
import type { SmallDisk } from '@apoderados/tests-support/environment/smallDisk.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import type { CrashEnvironment } from './environment.ts'

const OUTAGE_MS = 30_000
/** P5: the time within which a call is refused without a database, and served once it is back. */
const RESPONSE_MS_MAX = 2_000

const isRefusal = ({ status, retryAfter }: Reply) => status === 503 && Number(retryAfter) > 0

type TimedReply = Reply & { ms: number }

async function sendTimed(...call: Parameters<typeof send>): Promise<TimedReply> {
  const startedAt = performance.now()
  const reply = await send(...call)
  return { ...reply, ms: performance.now() - startedAt }
}

/** Returns the milliseconds until `request` gets 200. @throws after half a minute */
async function timeUntilServed(request: () => Promise<Reply>): Promise<number> {
  const startedAt = performance.now()
  while ((await request()).status !== 200) {
    if (performance.now() - startedAt > 30_000) throw new Error('the server does not come back')
    await sleep(50)
  }
  return performance.now() - startedAt
}

const slowestMs = (replies: TimedReply[]) => Math.round(Math.max(0, ...replies.map(({ ms }) => ms)))

/** Stops PostgreSQL for 30 s (P5): calls get 503 in time, and the same process serves again soon after it is back. */
export async function stopDatabase(environment: CrashEnvironment): Promise<Verdict> {
  const { school, postgres, url } = environment
  const read = (number: number) => {
    const jwt = school.jwts[number % school.jwts.length] as string
    return sendTimed(url(), { method: 'GET', path: `/arrears?student_id=${school.studentId}`, jwt })
  }
  const statusOf = async (path: string) => (await fetch(url() + path)).status
  await timeUntilServed(() => read(0))
  await postgres.stop()
  const replies: TimedReply[] = []
  const health = new Set<string>()
  for (const end = performance.now() + OUTAGE_MS; performance.now() < end; await sleep(200)) {
    replies.push(await read(replies.length))
    health.add(`${await statusOf('/healthz')} ${await statusOf('/readyz')}`)
  }
  await postgres.start()
  const backMs = Math.round(await timeUntilServed(() => read(replies.length)))
  const refused = replies.filter(isRefusal).length
  const healths = [...health].join(', ')
  return {
    isGood:
      refused === replies.length &&
      slowestMs(replies) <= RESPONSE_MS_MAX &&
      backMs <= RESPONSE_MS_MAX &&
      healths === '200 503' &&
      environment.isAlive(),
    summary: `${refused} of ${replies.length} reads got 503 with Retry-After, the slowest after ${slowestMs(replies)} ms; liveness and readiness ${healths}; served ${backMs} ms after it was back`,
  }
}

/** Fills the disk of the database (P12): reads go on, writes are done or refused, and none that is done is lost. */
export async function fillDisk(environment: CrashEnvironment, disk: SmallDisk): Promise<Verdict> {
  const { school, url, observe } = environment
  const save = (number: number) => {
    const [token, jwt] = [`full disk ${number}`, school.jwts[number] as string]
    return sendTimed(url(), { method: 'POST', path: '/auth/push_token', jwt, body: { token } })
  }
  // With a new file of the write-ahead log, the tables run out of disk before the log does, which would stop PostgreSQL.
  await observe((client) => client.query('select pg_switch_wal()'))
  await observe((client) => client.query('checkpoint'))
  disk.fill()
  const writes: TimedReply[] = []
  const reads: TimedReply[] = []
  for (let number = 0; number < 200; number += 1) {
    writes.push(await save(number))
    const jwt = school.jwts[number] as string
    reads.push(await sendTimed(url(), { method: 'GET', path: '/auth/profile', jwt }))
  }
  disk.empty()
  const backMs = Math.round(await timeUntilServed(() => save(200)))
  const { rows } = await observe((client) => client.query('select token_hash from push_tokens'))
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  const hashOf = (number: number) => createHash('sha256').update(`full disk ${number}`).digest('hex')
  const done = [...writes.keys()].filter((number) => writes[number]?.status === 200)
  const lost = done.filter((number) => !stored.has(hashOf(number))).length
  const refused = writes.filter(isRefusal).length
  const failedReads = reads.filter(({ status }) => status !== 200).length
  return {
    isGood:
      refused > 0 &&
      refused + done.length === writes.length &&
      failedReads + lost === 0 &&
      slowestMs(writes) <= RESPONSE_MS_MAX &&
      backMs <= RESPONSE_MS_MAX,
    summary: `${writes.length} writes: ${refused} got 503, ${done.length} 200, the slowest after ${slowestMs(writes)} ms; ${failedReads} of ${reads.length} reads failed; with space again a write after ${backMs} ms; ${lost} acknowledged lost`,
  }
}
