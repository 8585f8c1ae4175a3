import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, launchApi, startApi } from '../../support/stage/api.ts'
import { findFreePort, waitUntil } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { type Reply, send } from '../crash/faults/call.ts'
import type { ReplicatedDatabase, Standby } from './replicatedDatabase.ts'

const WARNING_TEXT = 'no synchronous standby'
/** Within this time after the promotion a server must be ready and write again. */
const RECOVERY_MS_MAX = 5_000
const WRITING_MS = 2_000
const WRITE_PAUSE_MS = 20
const READ_COUNT = 30

type FailoverEnvironment = { database: ReplicatedDatabase; standby: Standby; api: Api }

const isRefusal = ({ status, retryAfter }: Reply) => status === 503 && Number(retryAfter) > 0

async function readReadiness({ url }: Api): Promise<string> {
  const answer = await fetch(`${url}/readyz`)
  return `${answer.status} ${await answer.text()}`
}
const READY_ANSWER = '200 {"status":"ok"}'
const READ_ONLY_ANSWER = '503 {"status":"unavailable","reason":"the database accepts no writes"}'

/** The calls of the trials are a read of late arrivals, and a write of a push token. */
const readCall = ({ school }: ReplicatedDatabase) =>
  ({ method: 'GET', path: `/arrears?student_id=${school.studentId}`, jwt: school.jwts[0] as string }) as const
const writeCall = ({ school }: ReplicatedDatabase, session: number, token: string) =>
  ({
    method: 'POST',
    path: '/auth/push_token',
    jwt: school.jwts[session] as string,
    body: { token },
  }) as const

/** Checks that a server with least rights warns of a missing standby and exports the number of standbys. */
export async function checkStandbyReports(
  { environment }: ReplicatedDatabase,
  standbys: number,
): Promise<Verdict> {
  const port = await findFreePort()
  const api = await startApi({ ...environment, METRICS_PORT: String(port) })
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await api.end('SIGTERM')
  const [line = 'no figure'] = /^apoderados_database_synchronous_standbys .+$/m.exec(metrics) ?? []
  const hasWarned = api.output().includes(WARNING_TEXT)
  return {
    isGood: line.endsWith(` ${standbys}`) && hasWarned === (standbys === 0),
    summary: `${line}, ${hasWarned ? 'warned' : 'no warning'} at the start`,
  }
}

/** Leads the database's address to the standby: the running server must refuse calls, and a new one must not start. */
export async function checkRefusalAtStandby({
  database,
  standby,
  api,
}: FailoverEnvironment): Promise<Verdict> {
  database.route.switchTo(standby.port)
  await waitUntil(async () => (await readReadiness(api)) === READ_ONLY_ANSWER, 'the refusal of /readyz')
  const read = await send(api.url, readCall(database))
  const write = await send(api.url, writeCall(database, 1, 'at the standby'))
  const second = await launchApi(database.environment)
  const code = await second.ended
  database.route.switchTo(database.primaryPort)
  await waitUntil(async () => (await readReadiness(api)) === READY_ANSWER, 'the primary')
  const isReported = /^Apoderados cannot start: the database is a standby or read-only/m.test(second.output())
  return {
    isGood: isRefusal(read) && isRefusal(write) && code === 1 && isReported,
    summary: `/readyz ${READ_ONLY_ANSWER}; read ${read.status}, write ${write.status}; a start ended with ${code}: ${second.output().trim()}`,
  }
}

/**
 * Pauses the standby, so that it acknowledges nothing: writes must be refused, and reads answered. The sessions were
 * last used an hour ago, so that each read also makes the server try to store the session's last use.
 */
export async function checkReadsWithoutStandby({
  database,
  standby,
  api,
}: FailoverEnvironment): Promise<Verdict> {
  await database.queryPrimary(`update sessions set last_seen_at = now() - interval '1 hour'`)
  standby.pause()
  const reads = await Promise.all(
    database.school.jwts.slice(0, READ_COUNT).map((jwt) => send(api.url, { ...readCall(database), jwt })),
  )
  const write = await send(api.url, writeCall(database, 1, 'without a standby'))
  standby.resume()
  const isWritten = async () =>
    (await send(api.url, writeCall(database, 1, 'with the standby'))).status === 200
  await waitUntil(isWritten, 'the acknowledgement of the standby')
  const good = reads.filter(({ status }) => status === 200).length
  return {
    isGood: good === READ_COUNT && isRefusal(write),
    summary: `${good} of ${READ_COUNT} reads answered, write ${write.status}`,
  }
}

type TokenWrite = { token: string; reply: Reply; answeredAt: number }

/** Saves a push token in one session after the other until `stop` is called. */
function startWriting({ database, api }: FailoverEnvironment) {
  const writes: TokenWrite[] = []
  let isOver = false
  async function writeAll(): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      const token = `token ${number}`
      const session = number % database.school.jwts.length
      const reply = await send(api.url, writeCall(database, session, token))
      writes.push({ token, reply, answeredAt: performance.now() })
      await sleep(WRITE_PAUSE_MS)
    }
  }
  const writing = writeAll()
  return {
    writes,
    async stop() {
      isOver = true
      await writing
    },
  }
}

/** Counts the acknowledged tokens that the new primary does not have. */
async function countLost(standby: Standby, writes: TokenWrite[]): Promise<number> {
  const rows = await standby.query('select token_hash from push_tokens')
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  const acknowledged = writes.filter(({ reply }) => reply.status === 200)
  return acknowledged.filter(({ token }) => !stored.has(createHash('sha256').update(token).digest('hex')))
    .length
}

/** Kills the primary while families write, promotes the standby, and checks that no acknowledged write is lost. */
export async function checkFailover(scene: FailoverEnvironment): Promise<Verdict> {
  const { database, standby, api } = scene
  const { writes, stop } = startWriting(scene)
  await sleep(WRITING_MS)
  await database.killPrimary()
  database.route.switchTo(standby.port)
  await waitUntil(async () => (await readReadiness(api)) === READ_ONLY_ANSWER, 'the refusal of /readyz')
  await sleep(WRITING_MS)
  await standby.promote()
  const promotedAt = performance.now()
  await waitUntil(async () => (await readReadiness(api)) === READY_ANSWER, 'the new primary')
  const readyMs = Math.round(performance.now() - promotedAt)
  const isWritten = () =>
    writes.some(({ answeredAt, reply }) => answeredAt > promotedAt && reply.status === 200)
  await waitUntil(isWritten, 'the first write')
  await sleep(WRITING_MS)
  await stop()
  const firstAt =
    writes.find(({ answeredAt, reply }) => answeredAt > promotedAt && reply.status === 200)?.answeredAt ?? 0
  const writeMs = Math.round(firstAt - promotedAt)
  const failed = writes.filter(({ reply }) => reply.status !== 200)
  const otherFailures = failed.filter(({ reply }) => !isRefusal(reply)).length
  const lateFailures = failed.filter(({ answeredAt }) => answeredAt > promotedAt + RECOVERY_MS_MAX).length
  const lostWrites = await countLost(standby, writes)
  const read = await send(api.url, readCall(database))
  const isGood =
    failed.length > 0 &&
    otherFailures + lateFailures + lostWrites === 0 &&
    Math.max(readyMs, writeMs) <= RECOVERY_MS_MAX
  return {
    isGood: isGood && read.status === 200 && api.isAlive(),
    summary: `${writes.length} writes, ${failed.length - otherFailures} answered 503 with Retry-After, ${otherFailures} failed otherwise, ${lateFailures} later than ${RECOVERY_MS_MAX / 1_000} s after the promotion; ${lostWrites} acknowledged writes lost; ready ${readyMs} ms and first write ${writeMs} ms after the promotion, by the same process`,
  }
}
