import { randomUUID } from 'node:crypto'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants } from 'node:zlib'
import { messages } from '@apoderados/contract/messages'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { logAnswers } from './answerLog.ts'
import { inTime } from './answerTimes.ts'
import { methodsOf, mountCalls } from './calls.ts'
import { answerCompiler, checkCompiler } from './compilers.ts'
import { type Config, limits } from './config.ts'
import { answerBrokenRequest, answerError, HttpError, notFound, unavailable } from './errors.ts'
import { installGate } from './gate.ts'
import type { Handlers } from './handlers.ts'
import { strictHeaders } from './headers.ts'
import type { Metrics } from './metrics/metrics.ts'
import { agenda } from './modules/agenda.ts'
import { attendance } from './modules/attendance.ts'
import { classmates } from './modules/classmates.ts'
import { grades } from './modules/grades.ts'
import { observations } from './modules/observations.ts'
import { password } from './modules/password.ts'
import { photos } from './modules/photos.ts'
import { profile } from './modules/profile.ts'
import { pushTokens } from './modules/pushTokens.ts'
import { recovery } from './modules/recovery.ts'
import { session } from './modules/session.ts'
import { timetable } from './modules/timetable.ts'
import type { Services } from './services.ts'
import { serveWeb } from './web.ts'

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
}

/** Half the time of 3; an answer is as many packets long either way. */
const BROTLI_QUALITY = 1
/** Two packets: a shorter answer arrives no sooner for being compressed. */
const COMPRESSED_BYTES_MIN = 2_048
/** Up to here it takes less than a tenth of a millisecond at once, and a stream for it several times that. */
const COMPRESSED_AT_ONCE_BYTES = 128 * 1024
const CALM_POLL_MS = 20

/** The server, and the switch that turns new visitors away before it stops (R32). */
export type App = {
  app: FastifyInstance
  startDraining(): void
  /** Takes no new connection; resolves when nobody comes any more on a kept one, after 3 s in any case. */
  calmed(): Promise<void>
}

type Surroundings = {
  /** The folder of the built web app; undefined serves the API alone. */
  webRoot?: string | undefined
  /** Undefined counts nothing. */
  metrics?: Metrics | undefined
  /** Which of several processes this is, as each line of the log then says. */
  worker?: number | undefined
  /** Instead of the standard output. */
  log?: { write(line: string): void }
  /** Where the gate shuts. */
  callsAtOnce?: number
}

export async function createApp(
  services: Services,
  config: Pick<Config, 'trustProxy' | 'corsOrigins' | 'logLevel'>,
  { webRoot, metrics, worker, log, callsAtOnce = limits.callsAtOnce }: Surroundings = {},
): Promise<App> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: worker === undefined ? undefined : { worker },
      ...(log && { stream: log }),
    },
    logController: new LogController({ disableRequestLogging: true }), // it writes URLs, with ids and e-mails (R29)
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      answerError(error, request as FastifyRequest, reply as FastifyReply),
  })
  app.server.maxConnections = limits.connections
  app.setValidatorCompiler(checkCompiler)
  app.setSerializerCompiler(answerCompiler)
  app.setErrorHandler(answerError)
  acceptJson(app)
  app.decorateRequest('refusedBy', null)
  metrics?.watch(app)

  let isDraining = false
  let lastCallAt = 0
  installGate(app, { callsAtOnce, corsOrigins: config.corsOrigins, isDraining: () => isDraining })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(strictHeaders).header('x-request-id', request.id)
    done()
  })
  // At the end of each call, so that those under way when the drain begins say it too.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) {
      reply.header('connection', 'close')
      lastCallAt = performance.now()
    }
    done()
  })
  await app.register(cors, {
    origin: config.corsOrigins,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition'],
    maxAge: 600,
    strictPreflight: false,
  })
  // After the headers that every answer has, a refusal's too.
  app.addHook('onRequest', (request, _reply, done) => {
    const hasHost = request.raw.httpVersion === '1.0' || request.headers.host !== undefined
    if (request.url.length > limits.urlBytes) done(new HttpError(414, messages.tooLarge))
    else if (!hasHost) done(new HttpError(400, messages.badRequest))
    else done()
  })
  await app.register(compress, {
    threshold: COMPRESSED_BYTES_MIN,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  })
  await app.register(rateLimit, { global: false })
  logAnswers(app)

  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isDraining) throw unavailable()
    await inTime(limits.readAnswerMs, services.db.execute(sql`select 1`))
    return { status: 'ok' }
  })
  mountCalls(app, handlers, services)
  const web = webRoot ? await serveWeb(app, webRoot) : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const allowed = methodsOf(path)
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      throw new HttpError(405, messages.methodNotAllowed)
    }
    const isPage = web && !/^\/(api|assets)(\/|$)/.test(path)
    if (!isPage) throw notFound()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('allow', 'GET, HEAD')
      throw new HttpError(405, messages.methodNotAllowed)
    }
    return web.index(request, reply.code(200))
  })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  return {
    app,
    startDraining() {
      isDraining = true
      lastCallAt = performance.now()
    },
    async calmed() {
      // Not the HTTP server's own close, which cuts the idle ones at once.
      Server.prototype.close.call(app.server)
      // Counted in looks, not by the clock: on a busy machine nobody gets a turn for a while, a caller neither.
      let looks = 0
      let quietSince = 0
      let seenAt = lastCallAt
      const isCalm = () =>
        looks * CALM_POLL_MS > limits.drainCallsMs || (looks - quietSince) * CALM_POLL_MS > limits.drainIdleMs
      while (!isCalm() && (await connections()) > 0) {
        await sleep(CALM_POLL_MS)
        looks += 1
        if (lastCallAt !== seenAt) quietSince = looks
        seenAt = lastCallAt
      }
    },
  }
}

/** JSON alone is taken, as text: each call reads it after it has checked the session. Anything else is 415. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
}
