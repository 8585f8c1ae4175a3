import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '@apoderados/tests-support/environment/api.ts'
import { type Reply, send } from '@apoderados/tests-support/environment/call.ts'
import type { School } from '@apoderados/tests-support/environment/database.ts'
import { waitUntil } from '@apoderados/tests-support/environment/programs.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import pg from 'pg'
import type { Fault, Node } from './node.ts'

/** Reads must be answered again within this time after the promotion; writes also wait for a synchronous standby. */
const READ_RECOVERY_MS_MAX = 10_000
const STEADY_LOAD_MS = 2_000
const WRITE_PAUSE_MS = 20
const QUERY_TIMEOUT_MS = 5_000

export type PatroniEnvironment = { nodes: Node[]; api: Api; school: School; databaseUrl: string }

/** Queries a database, and gives up after QUERY_TIMEOUT_MS: a connection made in a failover may never be answered. */
async function queryAt(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  client.on('error', () => {}) // the statement reports the error
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    void client.end().catch(() => undefined)
  }
}

type TokenWrite = { token: string; session: number; reply: Reply; at: number }

/** Saves push tokens and reads late arrivals, in one session after the other, until `stop` is called. */
function startFamilyLoad({ api, school }: PatroniEnvironment, prefix: string) {
  const writes: TokenWrite[] = []
  const reads: { status: number; at: number }[] = []
  let isOver = false
  async function run(): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      const token = `${prefix} ${number}`
      const session = number % school.jwts.length
      const jwt = school.jwts[session] as string
      const reply = await send(api.url, { method: 'POST', path: '/auth/push_token', jwt, body: { token } })
      writes.push({ token, session, reply, at: performance.now() })
      const read = await send(api.url, {
        method: 'GET',
        path: `/arrears?student_id=${school.studentId}`,
        jwt,
      })
      reads.push({ status: read.status, at: performance.now() })
      await sleep(WRITE_PAUSE_MS)
    }
  }
  const running = run()
  const stop = async () => {
    isOver = true
    await running
  }
  return { writes, reads, stop }
}

/**
 * Counts the sessions of which the database has neither the last acknowledged token nor a later one, which may have
 * been stored without an acknowledgement.
 */
async function countLost(databaseUrl: string, writes: TokenWrite[]): Promise<number> {
  const rows = await queryAt(databaseUrl, 'select token_hash from push_tokens')
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  const isStored = ({ token }: TokenWrite) => stored.has(createHash('sha256').update(token).digest('hex'))
  const writesBySession = Map.groupBy(writes, ({ session }) => session)
  return [...writesBySession.values()].filter((all) => {
    const last = all.findLastIndex(({ reply }) => reply.status === 200)
    return last >= 0 && !all.slice(last).some(isStored)
  }).length
}

/** Returns how often each kind of response came: '500 Error en el servicio × 2'. */
function kindsOf(writes: TokenWrite[]): string {
  const kinds = Map.groupBy(writes, ({ reply: { status, body } }) => `${status} ${body.message}`)
  return [...kinds].map(([kind, { length }]) => `${kind} × ${length}`).join(', ')
}

/** Returns the last lines of the server's log with an error that it did not expect; only they have a stack. */
const lastUnforeseenErrors = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"stack":'))
    .slice(-3)
    .join('\n')

async function findPrimary(nodes: Node[]): Promise<Node | undefined> {
  const responses = await Promise.all(nodes.map((node) => node.isPrimary()))
  return nodes[responses.indexOf(true)]
}

/** Waits until the condition is met. @throws with the last lines of each node's log if that takes too long */
async function waitForNodes(
  nodes: Node[],
  label: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  try {
    await waitUntil(condition, label)
  } catch (error) {
    const logs = nodes.map((node) => `${node.name}:\n${node.lastLines()}`)
    throw new Error([(error as Error).message, ...logs].join('\n\n'), { cause: error })
  }
}

/**
 * Waits until one node is the primary, all others follow it, and Patroni knows which of them is synchronous. PostgreSQL
 * calls a standby synchronous some seconds earlier; if the primary fails before Patroni knows it, none is promoted.
 */
export async function waitUntilHealthy({
  nodes,
  databaseUrl,
}: Pick<PatroniEnvironment, 'nodes' | 'databaseUrl'>): Promise<void> {
  const isHealthy = async () => {
    const primary = await findPrimary(nodes)
    if (!(await primary?.knowsSynchronousStandby())) return false
    const rows = await queryAt(
      databaseUrl,
      `select count(*)::int as standbys, count(*) filter (where sync_state = 'sync')::int as synchronous
        from pg_stat_replication where state = 'streaming'`,
    ).catch(() => [])
    return Number(rows[0]?.standbys) >= nodes.length - 1 && Number(rows[0]?.synchronous) > 0
  }
  await waitForNodes(nodes, 'a primary with its standbys', isHealthy)
}

/** Writes to the write-ahead log of a database whose disk is full: PostgreSQL stops when it needs a new segment. */
async function fillLog(databaseUrl: string): Promise<void> {
  const text = `select pg_logical_emit_message(true, 'scenario', repeat('x', 1000)); select pg_switch_wal()`
  await queryAt(databaseUrl, text).catch(() => undefined)
}

/** Breaks the primary while a family reads and writes, until another node is the primary and the family is served. */
export async function checkPrimaryFault(
  environment: PatroniEnvironment,
  fault: Fault,
  round: number,
): Promise<Verdict> {
  const { nodes, databaseUrl } = environment
  await waitUntilHealthy(environment)
  const primary = (await findPrimary(nodes)) as Node
  const others = nodes.filter((node) => node !== primary)
  const { writes, reads, stop } = startFamilyLoad(environment, `${fault} ${round}`)
  await sleep(STEADY_LOAD_MS)
  const brokenAt = performance.now()
  await primary.faults[fault].begin()
  await waitForNodes(nodes, 'another primary', async () => {
    if (await findPrimary(others)) return true
    if (fault === 'disk full') await fillLog(databaseUrl)
    return false
  })
  const promotedAt = performance.now()
  const isServed = () =>
    writes.some(({ at, reply }) => at > promotedAt && reply.status === 200) &&
    reads.some(({ at, status }) => at > promotedAt && status === 200)
  await waitForNodes(nodes, 'a response of the new primary', isServed)
  await sleep(STEADY_LOAD_MS)
  await stop()
  await primary.faults[fault].end()
  await waitUntilHealthy(environment)
  const lost = await countLost(databaseUrl, writes)
  const firstMs = (all: { at: number }[]) =>
    Math.round((all.find(({ at }) => at > promotedAt)?.at ?? 0) - promotedAt)
  const writeMs = firstMs(writes.filter(({ reply }) => reply.status === 200))
  const readMs = firstMs(reads.filter(({ status }) => status === 200))
  const failed = writes.filter(({ reply }) => reply.status !== 200)
  const isOther = ({ status, retryAfter }: Reply) => status !== 503 || !(Number(retryAfter) > 0)
  const unexpected = failed.filter(({ reply }) => isOther(reply))
  if (unexpected.length > 0) console.log(kindsOf(unexpected), lastUnforeseenErrors(environment.api.output()))
  return {
    isGood: lost + unexpected.length === 0 && readMs <= READ_RECOVERY_MS_MAX,
    summary: `${primary.name} broken, promotion after ${((promotedAt - brokenAt) / 1_000).toFixed(1)} s; first read ${readMs} ms and write ${writeMs} ms after it; ${writes.length} writes, ${failed.length} answered 503, ${unexpected.length} otherwise, ${lost} acknowledged lost`,
  }
}
