import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Database } from '@apoderados/core/db/client/open'
import { inviteParents } from '@apoderados/core/invitations/invitations'
import type { Keys } from '@apoderados/core/secrets/keys'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { openServer } from '../../support/ownServer.ts'
import { onCleanup, throwIfAborted } from '../../support/suite.ts'
import type { Pair } from './timing.ts'

const CLEARED_TABLES = ['attempts', 'recovery_codes', 'mails']
const VARYING_HEADERS = ['date', 'x-request-id']

type ProbedCall = 'login' | 'requestRecovery' | 'confirmRecovery'
export type Probe = {
  name: ProbedCall
  status: number
  fields: object
  isAfterRequest?: true
  isInvited?: true
}

export const probes: Probe[] = [
  { name: 'login', status: 401, fields: { password: 'no-es-la-clave' } },
  { name: 'requestRecovery', status: 200, fields: {} },
  // A code is requested for both e-mails of the pair before; the token that is sent is a wrong code.
  {
    name: 'confirmRecovery',
    status: 400,
    fields: { token: '0000-0000-00000', new_password: 'una clave nueva 27' },
    isAfterRequest: true,
  },
  // An invited parent has only a one-time password. The wrong password that is sent has the form of a one-time
  // password.
  { name: 'login', status: 401, fields: { password: '0000-0000-00000' }, isInvited: true },
]

async function startServer(): Promise<{ db: Database; keys: Keys; port: number }> {
  const { app, db, keys, services } = await openServer()
  await loadDemo(db, services.files, services.passwords)
  throwIfAborted()
  await app.listen({ port: 0, host: '127.0.0.1' })
  services.mails.start(app.log)
  onCleanup(() => services.mails.stop())
  return { db, keys, port: (app.server.address() as AddressInfo).port }
}

type Addresses = { known: string[]; unknown: string[] }

/** Replaces the passwords of these parents by one-time passwords. */
async function replaceByOneTimePasswords(db: Database, keys: Keys, emails: string[]): Promise<void> {
  const { rows } = await db.$client.query<{ id: number }>(
    'update parents set password_hash = null where email = any($1) returning id::int',
    [emails],
  )
  const ids = rows.map(({ id }) => id)
  await db.transaction((transaction) => inviteParents(transaction, keys, ids, { byMail: false }))
}

/** Returns as many unknown e-mails as known ones, all of the same length. */
async function readAddresses(db: Database): Promise<Addresses> {
  const { rows } = await db.$client.query<{ email: string }>(
    `select email from parents where email ~ '^familia\\.\\d{4}@example\\.com$' and is_active order by email`,
  )
  const known = rows.map(({ email }) => email)
  const knownEmails = new Set(known)
  const possible = Array.from(
    { length: 10_000 },
    (_, n) => `familia.${String(n).padStart(4, '0')}@example.com`,
  )
  const free = possible.filter((email) => !knownEmails.has(email))
  const step = Math.floor(free.length / known.length)
  return { known, unknown: known.map((_, index) => free[index * step] as string) }
}

const everySecond = ({ known, unknown }: Addresses, remainder: 0 | 1): Addresses => ({
  known: known.filter((_, index) => index % 2 === remainder),
  unknown: unknown.filter((_, index) => index % 2 === remainder),
})

type TimedResponse = { ms: number; status: number | undefined; visible: string }
type SendCall = (name: ProbedCall, fields: object) => Promise<TimedResponse>

/**
 * Returns a function that sends calls on one connection. `visible` is the part of the response that must not depend on
 * whether the account exists: status, body and the headers, of which some count by name only.
 */
function createClient(port: number): SendCall {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onCleanup(() => agent.destroy())
  return async (name, fields) => {
    const { method, path } = api[name]
    const body = JSON.stringify(fields)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>()
    const start = performance.now()
    const sent = request({ agent, host: '127.0.0.1', port, method, path: BASE_PATH + path, headers })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const responded = await text(response)
      const ms = performance.now() - start
      const headerLines = Object.entries(response.headers).map(([header, value]) =>
        VARYING_HEADERS.includes(header) ? header : `${header}: ${value}`,
      )
      const visible = [response.statusCode, ...headerLines, responded].join('\n')
      resolve({ ms, status: response.statusCode, visible })
    })
    sent.end(body)
    return promise
  }
}

export type TimedServer = { db: Database; send: SendCall; withPassword: Addresses; invited: Addresses }

/**
 * Starts a server with its own database. Every second parent has a one-time password, the others have a password.
 */
export async function openTimedServer(): Promise<TimedServer> {
  const { db, keys, port } = await startServer()
  const addresses = await readAddresses(db)
  const [withPassword, invited] = [everySecond(addresses, 0), everySecond(addresses, 1)]
  await replaceByOneTimePasswords(db, keys, invited.known)
  return { db, send: createClient(port), withPassword, invited }
}

/**
 * Sends a call for a known and for an unknown e-mail and measures both; which of them is first alternates with `index`.
 * Deletes attempts, codes and mails before, so that no limit applies.
 */
export async function measurePair(
  { db, send, withPassword, invited }: TimedServer,
  probe: Probe,
  index: number,
) {
  throwIfAborted()
  const { name, status, fields, isAfterRequest, isInvited } = probe
  const addresses = isInvited ? invited : withPassword
  const emailAt = (emails: string[]) => emails[index % emails.length] as string
  const emails = { known: emailAt(addresses.known), unknown: emailAt(addresses.unknown) }
  const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
  await db.$client.query(CLEARED_TABLES.map((table) => `delete from ${table}`).join(';'))
  if (isAfterRequest) for (const kind of order) await send('requestRecovery', { email: emails[kind] })
  const responses: Partial<Record<keyof Pair, TimedResponse>> = {}
  for (const kind of order) responses[kind] = await send(name, { email: emails[kind], ...fields })
  const { known, unknown } = responses as Record<keyof Pair, TimedResponse>
  if (known.status !== status) throw new Error(`${name} answered ${known.status} instead of ${status}`)
  const statuses = `${known.status} and ${unknown.status}`
  return { known: known.ms, unknown: unknown.ms, isAlike: known.visible === unknown.visible, statuses }
}
