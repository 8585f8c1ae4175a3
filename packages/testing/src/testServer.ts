import { randomBytes } from 'node:crypto'
import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { openDatabase } from '@apoderados/core/db/client/open'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { createApp } from '@apoderados/server/app'
import { type Limits, NATIVE_ORIGINS } from '@apoderados/server/config'
import { createMetrics } from '@apoderados/server/metrics/metrics'
import { createServices, type Services } from '@apoderados/server/services'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { testTimeouts } from './testTimeouts.ts'

/** The e-mails of accounts of the demo. */
export const CAROLINA = 'apoderada@example.com'
export const CRISTIAN = 'apoderado@example.com'
export const DANIELA = 'otra.familia@example.com'
export const WITHOUT_STUDENTS = 'sin.estudiantes@example.com'

/** Copies the template database, which contains the demo school, and returns the URL of the copy. */
async function cloneDatabase(): Promise<string> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // For `file_copy` PostgreSQL first writes all pending changes to its files, which is fast only if they are in memory.
  const strategy = inject('dataDir').startsWith('/dev/shm/') ? 'file_copy' : 'wal_log'
  const admin = openDatabase(clusterUrl, { forOperator: true })
  await admin.$client.query(`create database ${name} template template strategy ${strategy}`)
  await admin.$client.end()
  return clusterUrl.replace(/postgres$/, name)
}

type ServerOptions = {
  trustProxy?: string[]
  corsOrigins?: string[]
  webRoot?: string
  publicUrl?: string
  isDatabaseAway?: boolean
  withMetrics?: boolean
  logSampleRate?: number
  /** These limits replace those of `testTimeouts`. */
  limits?: Partial<Limits>
  /** Receives the lines of the log, which are otherwise discarded. */
  log?: { write(line: string): void }
  /** Returns the server of which this one simulates a second process, with the same database and keys. */
  secondProcessOf?: () => { url: string; services: Pick<Services, 'keys'> }
}

/** An address of the families' app, to which passkeys are bound. */
export const FAMILIES_ORIGIN = 'https://app.colegio.cl'
/** The address of the console in tests. */
export const OFFICE_ORIGIN = 'http://localhost:3001'

const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }

async function openServer(options: ServerOptions) {
  const {
    trustProxy = [],
    corsOrigins = [],
    webRoot,
    publicUrl,
    isDatabaseAway,
    secondProcessOf,
    withMetrics,
    logSampleRate,
    log,
  } = options
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'
  const url = secondProcessOf?.().url ?? (isDatabaseAway ? nowhere : await cloneDatabase())
  const limits = { ...testTimeouts, ...options.limits }
  const db = openDatabase(url, { limits })
  const keys =
    secondProcessOf?.().services.keys ?? (await loadKeys([randomBytes(32).toString('base64url')], ''))
  const services = await createServices(db, keys, {
    dataDir: inject('dataDir'),
    smtpUrl: undefined,
    publicUrl,
    officeUrl: OFFICE_ORIGIN,
    mailFrom,
    limits,
  })
  const metrics = withMetrics
    ? createMetrics(services, { dataDir: inject('dataDir'), databaseUrl: url })
    : undefined
  const { app, drain } = await createApp(
    services,
    {
      trustProxy,
      publicUrl,
      corsOrigins: [...NATIVE_ORIGINS, ...corsOrigins],
      logLevel: log ? 'info' : 'silent',
      ...(logSampleRate && { logSampleRate }),
    },
    { webRoot, metrics, ...(log && { log }) },
  )

  /** Sends a call of the API as a client does; `fields` go into path, query or body without validation. */
  function send(
    name: CallName,
    fields: Record<string, unknown> = {},
    options: InjectOptions & { jwt?: string } = {},
  ) {
    const { jwt, headers, ...rest } = options
    const call = api[name]
    const inPath = call.path.replace(/:(\w+)/g, (_, field) => String(fields[field]))
    const others = Object.entries(fields).filter(([field]) => !call.path.includes(`:${field}`))
    const query = new URLSearchParams(
      others.map(([field, value]): [string, string] => [field, String(value)]),
    )
    const isGet = call.method === 'GET'
    return app.inject({
      method: call.method,
      url: `${BASE_PATH}${inPath}${isGet && others.length > 0 ? `?${query}` : ''}`,
      ...(!isGet && others.length > 0 && { payload: Object.fromEntries(others) }),
      headers: { ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }), ...headers },
      ...rest,
    })
  }

  const login = (email: string, password = 'demo1234', options: InjectOptions = {}) =>
    send('login', { email, password }, options)

  async function signIn(email: string, options: InjectOptions = {}): Promise<string> {
    const response = await login(email, 'demo1234', options)
    return response.json().jwt
  }

  return { app, drain, metrics, services, url, db, send, login, signIn }
}

export type TestServer = Awaited<ReturnType<typeof openServer>>

/**
 * Opens a server before the file's tests and closes it after them: `const server = setupServer()`, then
 * `server().send(…)`.
 */
export function setupServer(options: ServerOptions = {}): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await openServer(options)
  })
  afterAll(async () => {
    await server?.app.close()
    await server?.db.$client.end()
  })
  return () => server as TestServer
}
