import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { api, type CallName } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { serverMessages } from '@apoderados/contract/messages'
import { type Policy, policies } from '@apoderados/contract/policy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from './config.ts'
import { databaseLimits } from './db/limits.ts'
import { HttpError } from './errors.ts'
import { apiHeaders } from './headers.ts'

declare module 'http' {
  interface Server {
    /** A call was turned away at the gate. */
    emit(event: 'shed'): boolean
    on(event: 'shed', listener: () => void): this
  }
}

type Cost = Policy['cost']

const routes = (Object.keys(api) as CallName[]).map((name): [string, Policy] => [
  `${api[name].method} ${BASE_PATH}${api[name].path}`,
  policies[name],
])
const policyOfRoute = new Map(routes)
/** Any other path below the API's base. */
const UNKNOWN_CALL: Policy = { cost: 'query' }

const RETRY_AFTER_SECONDS = 2
const MS_PER_SECOND = 1_000
/** A text, which leaves with the head in one write. */
const BODY = JSON.stringify({ success: false, message: serverMessages.unavailable })

type Options = { callsAtOnce: number; corsOrigins: string[]; isDraining: () => boolean }

/**
 * At the limit of calls under way the next ones are refused, before anything is done for them but reading their head:
 * beyond its capacity a server that tries them all answers none in time (P8). Pages and files pass, as does whatever
 * reads no row. A call counts from its body's arrival to its answer: slow clients hold no place.
 */
export function registerLoadShedding(
  app: FastifyInstance,
  { callsAtOnce, corsOrigins, isDraining }: Options,
): void {
  // Further sign-ins would have their statements run only to hear that the queue is full.
  const most: Record<Cost, number> = {
    query: callsAtOnce,
    hash: limits.hashQueue + databaseLimits.databaseConnections,
    'sign-out': callsAtOnce,
  }
  const underWay: Record<Cost, number> = { query: 0, hash: 0, 'sign-out': 0 }
  const isFull = (cost: Cost) => underWay[cost] >= most[cost]
  const tellings = createTellings(app)

  app.decorateRequest('countedAs', null)
  const leave = (request: FastifyRequest) => {
    if (request.countedAs) underWay[request.countedAs] -= 1
    request.countedAs = null
  }
  app.addHook('preValidation', (request, reply, done) => {
    const { policy } = request.routeOptions.config
    if (!policy || policy.isNeverShed) return done()
    const { cost } = policy
    if (isFull(cost)) return done(new HttpError(503, serverMessages.unavailable, RETRY_AFTER_SECONDS, 'load'))
    underWay[cost] += 1
    request.countedAs = cost
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  function isRefused({ url = '', method }: IncomingMessage): boolean {
    if (!isFull('query') && !isFull('hash') && !isFull('sign-out')) return false
    if (!url.startsWith(BASE_PATH) || method === 'OPTIONS') return false
    const [path = ''] = url.split('?', 1)
    const { isNeverShed, cost } = policyOfRoute.get(`${method} ${path}`) ?? UNKNOWN_CALL
    return !isNeverShed && isFull(cost)
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const { origin } = request.headers
    const isRead = request.method === 'GET'
    response.writeHead(503, [
      ...tellings.headers(),
      ...(origin && corsOrigins.includes(origin) ? corsHeaders(origin) : []),
      // What it would still send is not worth reading.
      ...(isRead && !isDraining() ? [] : ['connection', 'close']),
    ])
    response.end(BODY)
    app.server.emit('shed')
  }

  // Before the framework: what it does for each call costs more than the refusal.
  const listeners = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (isRefused(request)) refuse(request, response)
    else for (const listener of listeners) listener(request, response)
  })
  // Node would answer alone, with a bare 417: what is expected beside 100-continue is nothing that we know.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that it counts against while it is under way. */
    countedAs: Cost | null
  }
}

const corsHeaders = (origin: string) => [
  ...['access-control-allow-origin', origin, 'vary', 'Origin'],
  ...['access-control-expose-headers', 'x-request-id, retry-after'],
]

/** One line of the log for each second of refusals; its id is the request id of them all. */
function createTellings(app: FastifyInstance) {
  let refused = 0
  let headers: string[] = []
  function begin(): void {
    const reqId = randomUUID()
    headers = Object.entries({
      ...apiHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(BODY)),
      'retry-after': String(RETRY_AFTER_SECONDS),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-request-id': reqId,
    }).flat()
    setTimeout(() => {
      app.log.warn({ reqId, refused, limit: 'load' }, 'turned away')
      refused = 0
    }, MS_PER_SECOND).unref()
  }
  return {
    headers() {
      if (refused === 0) begin()
      refused += 1
      return headers
    },
  }
}
