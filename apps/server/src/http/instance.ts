import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Config, type Limits, limits } from '../config.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { serializerCompiler, validatorCompiler } from './compilers.ts'
import { type Drain, installDrain } from './connections/drain.ts'
import { createListener, type Listener } from './connections/listeners.ts'
import { type ErrorSender, HttpError, notFoundError, refuseBrokenRequest } from './errors.ts'
import { apiHeaders, strictHeaders } from './headers.ts'
import { mountHealth } from './health.ts'
import { registerLoadShedding } from './loadShedding.ts'
import { registerRequestLog } from './requestLog.ts'

/** Quality 1 takes half the CPU time of quality 3; at both, a typical response fills the same number of packets. */
const BROTLI_QUALITY = 1
/** A smaller body fits in two network packets and would arrive no sooner if it were compressed. */
const MIN_BYTES_TO_COMPRESS = 2_048
/** Bodies up to this size are compressed synchronously: setting up a stream would take longer than compressing them. */
const SYNC_COMPRESSION_BYTES_MAX = 128 * 1024

/** A listening part of the server: the Fastify instance, its listener, and the drain that ends both. */
export type App = { app: FastifyInstance; listener: Listener; drain: Drain }

export type InstanceOptions = {
  config: Pick<Config, 'trustProxy' | 'logLevel'> & Partial<Pick<Config, 'logSampleRate'>>
  /** Origins of other pages that may call the API; undefined if none may. */
  corsOrigins?: string[]
  /** Returns the target to which a page URL with a malformed escape is redirected; undefined if it is refused. */
  redirectMalformed?: (request: { method: string; url: string }) => string | undefined
  sendError: ErrorSender
  /** When undefined, the server collects no metrics. */
  metrics: Metrics | undefined
  /** The destination of log lines; the standard output by default. */
  log: { write(line: string): void } | undefined
}

/** Creates an instance with what every listener of the server has: limits, errors, headers, log, metrics and drain. */
export async function createInstance(services: Services, options: InstanceOptions): Promise<App> {
  const { config, corsOrigins, metrics } = options
  const app = createFastify(options, services.limits)
  metrics?.watch(app)
  const listener = createListener(app)
  const drain = installDrain(app, listener, services.limits)
  await installRequestHooks(app, corsOrigins)
  registerLoadShedding(app, services.limits.maxConcurrentCalls)
  await app.register(compress, {
    threshold: MIN_BYTES_TO_COMPRESS,
    syncThreshold: SYNC_COMPRESSION_BYTES_MAX,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  })
  await app.register(rateLimit, { global: false })
  registerRequestLog(app, services.limits.slowResponseMs, config.logSampleRate)
  mountHealth(app, services, drain)
  return { app, listener, drain }
}

function createFastify(
  { config, log, redirectMalformed, sendError }: InstanceOptions,
  { stalledResponseMs, requestTimeoutMs, headersTimeoutMs }: Limits,
): FastifyInstance {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: undefined,
      ...(log && { stream: log }),
    },
    // Fastify's own log lines of requests would contain URLs, and URLs contain ids and e-mails (R29).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: stalledResponseMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      const page = redirectMalformed?.(request)
      if (page) reply.headers({ ...strictHeaders, ...apiHeaders, 'x-request-id': request.id }).redirect(page)
      else sendError(error, request as FastifyRequest, reply as FastifyReply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  acceptJson(app)
  app.decorateRequest('refusedBy', null)
  // Without this listener Node answers an unknown `Expect` header with 417 and no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/**
 * Adds hooks that set the security headers, and for `corsOrigins` the CORS headers, of responses, refusals included, except
 * of requests that Node or Fastify cannot parse. The hooks also refuse an overlong URL, and an HTTP/1.1 request without `Host`.
 */
async function installRequestHooks(app: FastifyInstance, corsOrigins: string[] | undefined): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(strictHeaders).header('x-request-id', request.id)
    done()
  })
  if (corsOrigins)
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', DEVICE_PROOF_HEADER],
      exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition'],
      maxAge: 600,
      strictPreflight: false,
    })
  app.addHook('onRequest', (request, _reply, done) => {
    const hasHost = request.raw.httpVersion === '1.0' || request.headers.host !== undefined
    if (request.url.length > limits.urlBytes) done(new HttpError(414, serverMessages.tooLarge))
    else if (!hasHost) done(new HttpError(400, serverMessages.badRequest))
    else done()
  })
}

/**
 * Accepts JSON, and an empty body with its content type, as clients send with DELETE. Any other content type is answered
 * 415, except a form for a call that ignores its body, and the bytes of an upload, which are left to its handler.
 */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, _body, done) =>
      request.routeOptions.config.policy?.ignoresForm
        ? done(null)
        : done(new HttpError(415, serverMessages.unsupportedType)),
  )
  app.addContentTypeParser('application/octet-stream', (request, _body, done) =>
    request.routeOptions.config.policy?.isUpload
      ? done(null)
      : done(new HttpError(415, serverMessages.unsupportedType)),
  )
}

type PathRefusal = {
  /** Returns the methods that a path of the API accepts; none for an unknown path. */
  methodsOf(path: string): string[]
  /** Answers a path of no call and no file with the page that shows 'not found'; undefined without pages. */
  sendPage: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined
}

/** Answers 404 to an unknown path, and 405 to a method that a path does not accept. */
export function refuseUnknownPaths(app: FastifyInstance, { methodsOf, sendPage }: PathRefusal): void {
  /** @throws {HttpError} 404 for a path of neither API nor pages, 405 for a method that the path does not accept */
  function refuse(request: FastifyRequest, reply: FastifyReply): void {
    const [path = ''] = request.url.split('?')
    const isPage = sendPage !== undefined && !/^\/(api|assets)(\/|$)/.test(path)
    const [...allowed] = methodsOf(path)
    if (allowed.length === 0 && isPage) allowed.push('GET', 'HEAD')
    if (allowed.length === 0) throw notFoundError()
    if (allowed.includes(request.method)) return
    reply.header('allow', allowed.join(', '))
    throw new HttpError(405, serverMessages.methodNotAllowed)
  }

  // This hook runs before the body is parsed: an unknown path is reported before an invalid body (spec §7).
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply)
    done()
  })
  app.setNotFoundHandler(async (request, reply) => {
    // A static file that was deleted while the server runs also leads to this handler.
    refuse(request, reply)
    return sendPage?.(request, reply.code(200))
  })
}
