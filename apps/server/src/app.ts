import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Config, type Limits, limits } from './config.ts'
import { serializerCompiler, validatorCompiler } from './http/compilers.ts'
import { type Drain, installDrain } from './http/connections/drain.ts'
import { createListener, type Listener } from './http/connections/listeners.ts'
import type { Handlers } from './http/context.ts'
import { HttpError, notFoundError, refuseBrokenRequest, sendError } from './http/errors.ts'
import { apiHeaders, strictHeaders } from './http/headers.ts'
import { mountHealth } from './http/health.ts'
import { registerLoadShedding } from './http/loadShedding.ts'
import { registerRequestLog } from './http/requestLog.ts'
import { methodsOf, mountCalls } from './http/routes.ts'
import { serveWeb } from './http/web.ts'
import type { Metrics } from './metrics/metrics.ts'
import { agendaHandlers } from './modules/agenda/agenda.ts'
import { attendanceHandlers } from './modules/attendance/attendance.ts'
import { calendarDaysHandlers } from './modules/calendarDays.ts'
import { calendarFeedHandlers } from './modules/calendarFeed/calendarFeed.ts'
import { classmatesHandlers } from './modules/classmates.ts'
import { clientErrorsHandlers } from './modules/clientErrors.ts'
import { familyHandlers } from './modules/family/family.ts'
import { gradesHandlers } from './modules/grades/grades.ts'
import { newsHandlers } from './modules/news/news.ts'
import { notificationsHandlers } from './modules/notifications/notifications.ts'
import { observationsHandlers } from './modules/observations.ts'
import { passwordHandlers } from './modules/password.ts'
import { photosHandlers } from './modules/photos.ts'
import { profileHandlers } from './modules/profile.ts'
import { pushTokensHandlers } from './modules/pushTokens.ts'
import { recoveryHandlers } from './modules/recovery.ts'
import { sessionHandlers } from './modules/session.ts'
import { timetableHandlers } from './modules/timetable.ts'
import type { Services } from './services.ts'

const handlers: Handlers = {
  ...sessionHandlers,
  ...recoveryHandlers,
  ...passwordHandlers,
  ...pushTokensHandlers,
  ...profileHandlers,
  ...agendaHandlers,
  ...timetableHandlers,
  ...calendarDaysHandlers,
  ...gradesHandlers,
  ...observationsHandlers,
  ...attendanceHandlers,
  ...classmatesHandlers,
  ...familyHandlers,
  ...newsHandlers,
  ...notificationsHandlers,
  ...calendarFeedHandlers,
  ...photosHandlers,
  ...clientErrorsHandlers,
}

/** Quality 1 takes half the CPU time of quality 3; at both, a typical response fills the same number of packets. */
const BROTLI_QUALITY = 1
/** A smaller body fits in two network packets and would arrive no sooner if it were compressed. */
const MIN_BYTES_TO_COMPRESS = 2_048
/** Bodies up to this size are compressed synchronously: setting up a stream would take longer than compressing them. */
const SYNC_COMPRESSION_BYTES_MAX = 128 * 1024

/** What `createApp` returns: the Fastify instance, its listener, and the drain that ends both. */
export type App = { app: FastifyInstance; listener: Listener; drain: Drain }

type AppOptions = {
  /** The folder of the built web app. When undefined, the server answers the API alone. */
  webRoot?: string | undefined
  /** When undefined, the server collects no metrics. */
  metrics?: Metrics | undefined
  /** The destination of log lines; the standard output by default. */
  log?: { write(line: string): void }
}

type AppConfig = Pick<Config, 'trustProxy' | 'corsOrigins' | 'logLevel'> &
  Partial<Pick<Config, 'publicUrl' | 'logSampleRate'>>

export async function createApp(
  services: Services,
  config: AppConfig,
  options: AppOptions = {},
): Promise<App> {
  const { webRoot, metrics } = options
  const app = createFastify(config, options, services.limits)
  metrics?.watch(app)
  const listener = createListener(app)
  const drain = installDrain(app, listener, services.limits)
  await installRequestHooks(app, config.corsOrigins)
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
  const hasTls = config.publicUrl?.startsWith('https:') ?? false
  mountCalls(app, handlers, services, hasTls)
  await mountPages(app, webRoot)
  return { app, listener, drain }
}

function createFastify(
  config: AppConfig,
  { webRoot, log }: AppOptions,
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
      const page = webRoot && redirectForMalformedUrl(request)
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
 * The redirect target for a page URL with a malformed escape: `/app/%` becomes `/app/%25`, where the app shows its
 * 'not found' page. Undefined for API and asset paths, and for `//host`, which would leave this site.
 */
const redirectForMalformedUrl = ({ method, url }: { method: string; url: string }): string | undefined =>
  method === 'GET' && /^\/(?![/\\]|(api|assets)\/).*%/.test(url) ? url.replaceAll('%', '%25') : undefined

/**
 * Adds hooks that set the security and CORS headers of responses, refusals included, except of requests that Node
 * or Fastify cannot parse. The hooks also refuse an overlong URL, and an HTTP/1.1 request without `Host`.
 */
async function installRequestHooks(app: FastifyInstance, corsOrigins: string[]): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(strictHeaders).header('x-request-id', request.id)
    done()
  })
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

/** Serves the web app in `webRoot` outside of the API. An unknown path gets 404, a method that a path refuses 405. */
async function mountPages(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const web = webRoot ? await serveWeb(app, webRoot) : undefined
  // This hook runs before the body is parsed: an unknown path is reported before an invalid body (spec §7).
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknownPathOrMethod(request, reply, web !== undefined)
    done()
  })
  app.setNotFoundHandler(async (request, reply) => {
    // A static file that was deleted while the server runs also leads to this handler.
    refuseUnknownPathOrMethod(request, reply, web !== undefined)
    return web?.index(request, reply.code(200))
  })
}

/** @throws {HttpError} 404 for a path of neither API nor web app, 405 for a method that the path does not accept */
function refuseUnknownPathOrMethod(request: FastifyRequest, reply: FastifyReply, hasPages: boolean): void {
  const [path = ''] = request.url.split('?')
  const isPage = hasPages && !/^\/(api|assets)(\/|$)/.test(path)
  const [...allowed] = methodsOf(path)
  if (allowed.length === 0 && isPage) allowed.push('GET', 'HEAD')
  if (allowed.length === 0) throw notFoundError()
  if (allowed.includes(request.method)) return
  reply.header('allow', allowed.join(', '))
  throw new HttpError(405, serverMessages.methodNotAllowed)
}

/**
 * Accepts JSON, and an empty body with its content type, as clients send with DELETE. Any other content type is answered
 * 415, except a form for a call that ignores its body.
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
}
