import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { DEVICE_PROOF_HEADER } from '@apoderados/contract/call'
import { serverMessages } from '@apoderados/contract/messages'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { singleFlight } from './auth/singleFlight.ts'
import { type Config, limits } from './config.ts'
import { serializerCompiler, validatorCompiler } from './http/compilers.ts'
import { type Drain, installDrain } from './http/connections/drain.ts'
import { createListener, type Listener } from './http/connections/listeners.ts'
import type { Handlers } from './http/context.ts'
import { withDeadline } from './http/deadlines.ts'
import type { DownloadsMost } from './http/downloads.ts'
import { answerBrokenRequest, answerError, HttpError, notFound, unavailable } from './http/errors.ts'
import { apiHeaders, strictHeaders } from './http/headers.ts'
import { registerLoadShedding } from './http/loadShedding.ts'
import { registerRequestLog } from './http/requestLog.ts'
import { methodsOf, mountCalls } from './http/routes.ts'
import { serveWeb } from './http/web.ts'
import type { Metrics } from './metrics/metrics.ts'
import { agenda } from './modules/agenda/agenda.ts'
import { attendance } from './modules/attendance.ts'
import { classmates } from './modules/classmates.ts'
import { clientErrors } from './modules/clientErrors.ts'
import { grades } from './modules/grades/grades.ts'
import { observations } from './modules/observations.ts'
import { password } from './modules/password.ts'
import { photos } from './modules/photos.ts'
import { profile } from './modules/profile.ts'
import { pushTokens } from './modules/pushTokens.ts'
import { recovery } from './modules/recovery.ts'
import { session } from './modules/session.ts'
import { timetable } from './modules/timetable.ts'
import type { Services } from './services.ts'

const handlers: Handlers = {
  ...session,
  ...recovery,
  ...password,
  ...pushTokens,
  ...profile,
  ...agenda,
  ...timetable,
  ...grades,
  ...observations,
  ...attendance,
  ...classmates,
  ...photos,
  ...clientErrors,
}

/** Half the time of 3; an answer is as many packets long either way. */
const BROTLI_QUALITY = 1
/** Two packets: a shorter answer arrives no sooner for being compressed. */
const MIN_BYTES_TO_COMPRESS = 2_048
/** Up to here it takes less than a tenth of a millisecond at once, and a stream for it several times that. */
const COMPRESSED_AT_ONCE_BYTES = 128 * 1024

export type App = { app: FastifyInstance; listener: Listener; drain: Drain }

type Surroundings = {
  /** The folder of the built web app; undefined serves the API alone. */
  webRoot?: string | undefined
  /** Undefined counts nothing. */
  metrics?: Metrics | undefined
  /** Instead of the standard output. */
  log?: { write(line: string): void }
  /** Above it calls are shed. */
  callsAtOnce?: number
  documentsAtOnce?: DownloadsMost
  answerStillMs?: number
}

type Settings = Pick<Config, 'trustProxy' | 'corsOrigins' | 'logLevel'> & Partial<Pick<Config, 'publicUrl'>>

export async function createApp(
  services: Services,
  config: Settings,
  surroundings: Surroundings = {},
): Promise<App> {
  const { webRoot, metrics, callsAtOnce, documentsAtOnce } = { ...limits, ...surroundings }
  const app = createFramework(config, surroundings)
  metrics?.watch(app)
  const listener = createListener(app)
  const drain = installDrain(app, listener)
  await installHeaders(app, config.corsOrigins)
  registerLoadShedding(app, callsAtOnce)
  await app.register(compress, {
    threshold: MIN_BYTES_TO_COMPRESS,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  })
  await app.register(rateLimit, { global: false })
  registerRequestLog(app)
  mountHealth(app, services, drain)
  const hasTls = config.publicUrl?.startsWith('https:') ?? false
  mountCalls(app, handlers, services, { documentsAtOnce, hasTls })
  await mountPages(app, webRoot)
  return { app, listener, drain }
}

function createFramework(config: Settings, surroundings: Surroundings): FastifyInstance {
  const { webRoot, log, answerStillMs } = { ...limits, ...surroundings }
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: undefined,
      ...(log && { stream: log }),
    },
    logController: new LogController({ disableRequestLogging: true }), // it writes URLs, with ids and e-mails (R29)
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: answerStillMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      const page = webRoot && strayPage(request)
      if (page) reply.headers({ ...strictHeaders, ...apiHeaders, 'x-request-id': request.id }).redirect(page)
      else answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  acceptJson(app)
  app.decorateRequest('refusedBy', null)
  // An unknown expectation is no error here: Node alone would answer a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** Where the app says of a path that decodes to nothing that it is none: `/app/%25` of `/app/%`. No other site's. */
const strayPage = ({ method, url }: { method: string; url: string }): string | undefined =>
  method === 'GET' && /^\/(?![/\\]|(api|assets)\/).*%/.test(url) ? url.replaceAll('%', '%25') : undefined

/** Those that every answer has, a refusal's too; then what a head must not be. */
async function installHeaders(app: FastifyInstance, corsOrigins: string[]): Promise<void> {
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

function mountHealth(app: FastifyInstance, { db }: Services, drain: Drain): void {
  const shared = singleFlight<'look', unknown>()
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (drain.isOn()) throw unavailable()
    // No token is asked for here, nor a limit: one look at a time is for all who ask.
    const look = shared('look', () => db.execute(sql`select 1`))
    await withDeadline(limits.readAnswerMs, look)
    return { status: 'ok' }
  })
}

/** Serves the web app at every path that is no call of the API. */
async function mountPages(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const web = webRoot ? await serveWeb(app, webRoot) : undefined
  // Before the body is looked at: a path that is not there is told first (spec §7).
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnlessPage(request, reply, web !== undefined)
    done()
  })
  app.setNotFoundHandler(async (request, reply) => {
    refuseUnlessPage(request, reply, web !== undefined) // a file of the app that has gone since
    return web?.index(request, reply.code(200))
  })
}

/** @throws {HttpError} for a path or a method that nothing answers */
function refuseUnlessPage(request: FastifyRequest, reply: FastifyReply, hasPages: boolean): void {
  const [path = ''] = request.url.split('?')
  const isPage = hasPages && !/^\/(api|assets)(\/|$)/.test(path)
  const [...allowed] = methodsOf(path)
  if (allowed.length === 0 && isPage) allowed.push('GET', 'HEAD')
  if (allowed.length === 0) throw notFound()
  if (allowed.includes(request.method)) return
  reply.header('allow', allowed.join(', '))
  throw new HttpError(405, serverMessages.methodNotAllowed)
}

/** JSON alone is taken, as text: each call reads it after it has checked the session. Anything else is 415. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
}
