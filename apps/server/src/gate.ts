import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Api, api, type CallName } from '@apoderados/contract/api'
import { BASE_PATH } from '@apoderados/contract/call'
import { serverMessages } from '@apoderados/contract/messages'
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

/** Those that wait for a hash, bounded by its queue, must not keep the reads out, nor the reads them; nor sign-outs. */
type Kind = 'reads' | 'hashes' | 'signOuts'

const pathOf = (name: CallName) => BASE_PATH + api[name].path
const hashing = new Set(
  (['login', 'confirmRecovery', 'changePassword', 'changePasswordWithToken'] as const).map(pathOf),
)
/** One that is refused leaves a session behind on a shared phone: as many as come, but for an attack. */
const SIGN_OUTS = [pathOf('endSession'), pathOf('revokeSession')]
/** Always 200 (spec §7). */
const NEVER_REFUSED = pathOf('logout')

function kindOf(path: string): Kind {
  if (SIGN_OUTS.includes(path)) return 'signOuts'
  return hashing.has(path as Api['login']['path']) ? 'hashes' : 'reads'
}

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
export function installGate(app: FastifyInstance, { callsAtOnce, corsOrigins, isDraining }: Options): void {
  // Further sign-ins would have their statements run only to hear that the queue is full.
  const most: Record<Kind, number> = {
    reads: callsAtOnce,
    hashes: limits.hashQueue + databaseLimits.databaseConnections,
    signOuts: callsAtOnce,
  }
  const underWay: Record<Kind, number> = { reads: 0, hashes: 0, signOuts: 0 }
  const isFull = (kind: Kind) => underWay[kind] >= most[kind]
  const tellings = createTellings(app)

  app.decorateRequest('passedAs', null)
  const leave = (request: FastifyRequest) => {
    if (request.passedAs) underWay[request.passedAs] -= 1
    request.passedAs = null
  }
  app.addHook('preValidation', (request, reply, done) => {
    const path = request.routeOptions.url ?? ''
    if (!path.startsWith(BASE_PATH) || path === NEVER_REFUSED) return done()
    const kind = kindOf(path)
    if (isFull(kind)) return done(new HttpError(503, serverMessages.unavailable, RETRY_AFTER_SECONDS, 'load'))
    underWay[kind] += 1
    request.passedAs = kind
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  function isRefused({ url = '', method }: IncomingMessage): boolean {
    if (!isFull('reads') && !isFull('hashes') && !isFull('signOuts')) return false
    if (!url.startsWith(BASE_PATH) || method === 'OPTIONS') return false
    const [path = ''] = url.split('?', 1)
    return path !== NEVER_REFUSED && isFull(kindOf(path))
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
    /** What it counts as while it is under way. */
    passedAs: Kind | null
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
