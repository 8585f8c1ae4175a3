import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { loadDemo } from '../apps/server/src/db/demo/load.ts'
import { inviteParents } from '../apps/server/src/db/invitations.ts'
import type { Database } from '../apps/server/src/db/open.ts'
import type { Keys } from '../apps/server/src/keys.ts'
import { api } from '../packages/contract/src/api.ts'
import { BASE_PATH } from '../packages/contract/src/call.ts'
import { openServer } from './ownServer.ts'
import { goOn, undoneBy } from './suite.ts'
import { bootstrapInterval, differenceOfMedians, median, type Pair } from './timing.ts'

const LIMIT_MS = 2
const WARM_UP_PAIRS = 50
export const PAIRS_MIN = 20
const LIMITED = ['login_failures', 'attempts', 'recovery_codes', 'mails']
const EACH_ANSWERS_ANEW = ['date', 'x-request-id']

type Name = 'login' | 'requestRecovery' | 'confirmRecovery'
type Probe = { name: Name; status: number; fields: object; isAfterRequest?: true; isInvited?: true }

const probes: Probe[] = [
  { name: 'login', status: 401, fields: { password: 'no-es-la-clave' } },
  { name: 'requestRecovery', status: 200, fields: {} },
  // A code is alive for both, as the address of each has asked for one.
  {
    name: 'confirmRecovery',
    status: 400,
    fields: { token: '0000-0000-00000', new_password: 'una clave nueva 27' },
    isAfterRequest: true,
  },
  // Last: from here on the known ones have no password yet but a one-time one, which this could be.
  { name: 'login', status: 401, fields: { password: '0000-0000-00000' }, isInvited: true },
]

async function listeningServer(): Promise<{ db: Database; keys: Keys; port: number }> {
  const { app, db, keys, services } = await openServer()
  await loadDemo(db, services.files, services.passwords)
  goOn()
  await app.listen({ port: 0, host: '127.0.0.1' })
  services.mails.start(app.log)
  undoneBy(() => services.mails.stop())
  return { db, keys, port: (app.server.address() as AddressInfo).port }
}

type Addresses = { known: string[]; unknown: string[] }

/** Takes their passwords away and gives them one-time ones. */
async function invite(db: Database, keys: Keys, emails: string[]): Promise<void> {
  const { rows } = await db.$client.query<{ id: number }>(
    'update parents set password_hash = null where email = any($1) returning id::int',
    [emails],
  )
  const ids = rows.map(({ id }) => id)
  await db.transaction((transaction) => inviteParents(transaction, keys, ids, { byMail: false }))
}

/** As many of the one as of the other, all of one length. */
async function readAddresses(db: Database): Promise<Addresses> {
  const { rows } = await db.$client.query<{ email: string }>(
    `select email from parents where email ~ '^familia\\.\\d{4}@example\\.com$' and is_active order by email`,
  )
  const known = rows.map(({ email }) => email)
  const taken = new Set(known)
  const possible = Array.from(
    { length: 10_000 },
    (_, n) => `familia.${String(n).padStart(4, '0')}@example.com`,
  )
  const free = possible.filter((email) => !taken.has(email))
  const step = Math.floor(free.length / known.length)
  return { known, unknown: known.map((_, index) => free[index * step] as string) }
}

type Answer = { ms: number; status: number | undefined; seen: string }
type Send = (name: Name, fields: object) => Promise<Answer>

/** One connection for all; `seen` is what of an answer must be the same for everybody. */
function createClient(port: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  undoneBy(() => agent.destroy())
  return async (name, fields) => {
    const { method, path } = api[name]
    const body = JSON.stringify(fields)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const start = performance.now()
    const sent = request({ agent, host: '127.0.0.1', port, method, path: BASE_PATH + path, headers })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const answered = await text(response)
      const ms = performance.now() - start
      const told = Object.entries(response.headers).map(([header, value]) =>
        EACH_ANSWERS_ANEW.includes(header) ? header : `${header}: ${value}`,
      )
      const seen = [response.statusCode, ...told, answered].join('\n')
      resolve({ ms, status: response.statusCode, seen })
    })
    sent.end(body)
    return promise
  }
}

type Server = { db: Database; keys: Keys; send: Send; addresses: Addresses }

/** One pair, in turn the known or the unknown e-mail first, with no limit in the way of either. */
async function measurePair({ db, send, addresses }: Server, probe: Probe, index: number) {
  goOn()
  const { name, status, fields, isAfterRequest } = probe
  const at = (emails: string[]) => emails[index % emails.length] as string
  const emails = { known: at(addresses.known), unknown: at(addresses.unknown) }
  const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
  await db.$client.query(LIMITED.map((table) => `delete from ${table}`).join(';'))
  if (isAfterRequest) for (const kind of order) await send('requestRecovery', { email: emails[kind] })
  const answers: Partial<Record<keyof Pair, Answer>> = {}
  for (const kind of order) answers[kind] = await send(name, { email: emails[kind], ...fields })
  const { known, unknown } = answers as Record<keyof Pair, Answer>
  if (known.status !== status) throw new Error(`${name} answered ${known.status} instead of ${status}`)
  const statuses = `${known.status} and ${unknown.status}`
  return { known: known.ms, unknown: unknown.ms, isAlike: known.seen === unknown.seen, statuses }
}

const inMs = (ms: number) => `${ms.toFixed(2)} ms`

/** True when the call tells nothing. */
async function report(server: Server, probe: Probe, count: number): Promise<boolean> {
  const pairs: Awaited<ReturnType<typeof measurePair>>[] = []
  if (probe.isInvited) await invite(server.db, server.keys, server.addresses.known)
  for (let index = 0; index < WARM_UP_PAIRS + count; index += 1) {
    pairs.push(await measurePair(server, probe, index))
  }
  const different = pairs.filter(({ isAlike }) => !isAlike)
  const seen = [...new Set(different.map(({ statuses }) => statuses))].join(', ')
  const counted = pairs.slice(WARM_UP_PAIRS)
  const difference = differenceOfMedians(counted)
  const { low, high } = bootstrapInterval(counted)
  console.log(
    `${probe.name.padEnd(16)} ${probe.isInvited ? 'invited' : 'known'} ${inMs(median(counted.map(({ known }) => known)))}, ` +
      `unknown ${inMs(median(counted.map(({ unknown }) => unknown)))}, ` +
      `difference ${inMs(difference)} (95 %: ${inMs(low)} to ${inMs(high)}), ` +
      `${different.length === 0 ? `every answer the same ${probe.status}` : `${different.length} pairs ANSWERED DIFFERENTLY (${seen})`}`,
  )
  const isUnsure = [-LIMIT_MS, LIMIT_MS].some((edge) => low < edge && edge < high)
  if (isUnsure) console.log('  too much noise to be sure: ask again on an idle machine, or with more pairs')
  return different.length === 0 && Math.abs(difference) < LIMIT_MS
}

/**
 * Whether the time or the text of an answer tells which e-mails have an account (P10, R7, R9): sign-in and recovery for
 * known and unknown ones in turn, `count` pairs a call, against a server and a database of its own.
 */
export async function measureTiming(count: number): Promise<boolean> {
  const { db, keys, port } = await listeningServer()
  const server = { db, keys, send: createClient(port), addresses: await readAddresses(db) }
  const load = () => `load average ${loadavg()[0]?.toFixed(2)} on ${availableParallelism()} cores`
  console.log(
    `${count} pairs a call after ${WARM_UP_PAIRS} to warm up, ` +
      `${server.addresses.known.length} known and as many unknown e-mails; ${load()}`,
  )
  const quiet: boolean[] = []
  for (const probe of probes) quiet.push(await report(server, probe, count))
  const isQuiet = quiet.every(Boolean)
  const verdict = isQuiet ? 'passed: no call tells' : 'FAILED: a call tells'
  console.log(`timing ${verdict} which accounts exist (limit ${LIMIT_MS} ms; ${load()})`)
  return isQuiet
}
