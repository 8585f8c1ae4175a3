import { win32 } from 'node:path'
import { Readable } from 'node:stream'
import { api, type CallName, type FileAnswer } from '@apoderados/contract/api'
import { BASE_PATH, type Call } from '@apoderados/contract/call'
import { serverMessages } from '@apoderados/contract/messages'
import { type Policy, policies } from '@apoderados/contract/policy'
import { Confirmation, NoRequest } from '@apoderados/contract/values/primitives'
import { audit } from '@apoderados/database/audit/audit'
import { pipelineReads } from '@apoderados/database/client/pipelineReads'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse as secureJsonParse } from 'secure-json-parse'
import * as z from 'zod/mini'
import { deviceProofOf } from '../auth/deviceProof.ts'
import { limits, NATIVE_ORIGINS } from '../config.ts'
import type { Services } from '../services.ts'
import { createAuthorizer } from './authorization.ts'
import { networkOf } from './connections/networkOf.ts'
import type { ClientKind, Handlers, PublicContext } from './context.ts'
import { answerMsOf, withDeadline } from './deadlines.ts'
import type { DownloadsMost } from './downloads.ts'
import { HttpError, loggedError } from './errors.ts'
import { apiHeaders } from './headers.ts'
import { refuseHostileInput } from './hostileInput.ts'
import { createHourlyLimits } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the request, to be told once its session is known to live (spec §7). */
    refusal: Error | null
  }
  interface FastifyContextConfig {
    /** Undefined for what the table does not hold. */
    policy?: Policy
  }
}

const PATH_NAME = /:(\w+)/g
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu

const tables = Object.entries(api) as [CallName, Call][]
/** What OpenAPI shows and what a refusal holds. */
const refusals = { '4xx': Confirmation, '5xx': Confirmation }
const fileContent = { content: { 'application/octet-stream': { schema: z.any() } } }

/** Where a call's fields stand in the request: names of the path there, the rest in query or body. */
function schemaOf(name: CallName, call: Call) {
  const names = Array.from(call.path.matchAll(PATH_NAME), ([, name]) => name as string)
  const inPath = Object.fromEntries(names.map((name) => [name, true as const]))
  const rest = names.length > 0 ? z.omit(call.request, inPath) : call.request
  return {
    operationId: name,
    ...(call.needsSession && { security: [{ session: [] }] }),
    ...(names.length > 0 && { params: z.pick(call.request, inPath) }),
    querystring: call.method === 'GET' ? rest : NoRequest,
    ...(hasBody(call) && { body: rest }),
    response: { 200: call.response === 'file' ? fileContent : call.response, ...refusals },
  }
}

/** A call without fields takes no body at all, or an empty object. */
const hasBody = (call: Call) => call.method !== 'GET' && call.request !== NoRequest

const clientKind = (request: FastifyRequest): ClientKind =>
  NATIVE_ORIGINS.includes(request.headers.origin ?? '') ? 'native' : 'web'

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function limitAddress({ ip, socket }: FastifyRequest): string {
  // A proxy may write a port behind the address, or no address at all.
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip) ?? []
  const network = networkOf(v4 ?? ip)
  return network === 'unknown' ? networkOf(socket.remoteAddress ?? '') : network
}

/** Where the answer goes, and until when, in ms of performance.now(). */
type Way = { reply: FastifyReply; answerBy: number }

/** One line of the table as the loop sees it: the types of its request and context hold inside each handler. */
type MountedCall = {
  method: Call['method']
  usesDeviceProof: boolean
  policy: Policy<object>
  limitRate: (request: FastifyRequest) => Promise<void>
  handle: (request: object, context: object) => Promise<object>
}

const fieldsOf = ({ query, body, params }: FastifyRequest) => ({
  ...asFields(query),
  ...asFields(body),
  ...asFields(params),
})

type Options = {
  documentsAtOnce?: DownloadsMost
  /** Families reach the server by TLS alone. */
  hasTls?: boolean
}

/** Mounts the table: each call with its checks in the order of spec §7. */
export function mountCalls(
  app: FastifyInstance,
  handlers: Handlers,
  services: Services,
  { documentsAtOnce = limits.documentsAtOnce, hasTls = false }: Options = {},
): void {
  app.decorateRequest('refusal', null)
  const authorize = createAuthorizer(app, services, documentsAtOnce)

  function contextOf(request: FastifyRequest, bearer: string | undefined, answerBy: number): PublicContext {
    const [address, client] = [limitAddress(request), clientKind(request)]
    return { ...services, address, client, log: request.log, bearer, answerBy }
  }

  /** A read takes one round trip to the database; a write waits until it is authorized. */
  async function answerSession(mounted: MountedCall, request: FastifyRequest, way: Way): Promise<object> {
    const { method, policy, limitRate, handle } = mounted
    const { reply, answerBy } = way
    const bearer = bearerOf(request)
    const owner = bearer === undefined ? undefined : services.tokens.read(bearer)
    const fields = fieldsOf(request)
    const wrongField = request.refusal ?? request.validationError
    const incoming = { policy, limitRate, bearer, owner, fields, wrongField, reply }
    const { db } = services
    const context = { ...contextOf(request, bearer, answerBy), ...owner }
    if (!owner || wrongField || method !== 'GET') {
      await authorize(request, incoming, db)
      return handle(fields, context)
    }
    const answer = await pipelineReads(
      db,
      (on) => authorize(request, incoming, on),
      (reads) => handle(fields, { ...context, reads }),
    )
    const read = policy.audit?.(fields)
    if (read) await audit(db, { ...read, ...owner, address: context.address })
    return answer
  }

  async function answerPublic(mounted: MountedCall, request: FastifyRequest, way: Way): Promise<object> {
    const wrongField = request.refusal ?? request.validationError
    if (wrongField) throw wrongField
    await mounted.limitRate(request)
    const context = contextOf(request, bearerOf(request), way.answerBy)
    if (!mounted.usesDeviceProof) return mounted.handle(fieldsOf(request), context)
    const proof = deviceProofOf(request, way.reply, { client: context.client, hasTls })
    return mounted.handle(fieldsOf(request), { ...context, proof })
  }

  for (const [name, call] of tables) {
    const answerMs = answerMsOf(call)
    const policy: Policy<never> = policies[name]
    const mounted = {
      method: call.method,
      usesDeviceProof: call.usesDeviceProof ?? false,
      policy: policy as Policy<object>,
      limitRate: createHourlyLimits(app, policy.hourlyLimits ?? [], limitAddress),
      handle: handlers[name] as unknown as MountedCall['handle'],
    }
    const answer = call.needsSession ? answerSession : answerPublic
    app.route({
      method: call.method,
      url: BASE_PATH + call.path,
      exposeHeadRoute: false,
      schema: schemaOf(name, call),
      config: { policy },
      attachValidation: true,
      onRequest(request, reply, done) {
        reply.headers(apiHeaders)
        const encoding = request.headers['content-encoding']
        const isPlain = !encoding || encoding === 'identity'
        done(isPlain ? undefined : new HttpError(415, serverMessages.unsupportedType)) // R21
      },
      preValidation(request, _reply, done) {
        try {
          readRequest(request, call)
        } catch (error) {
          request.refusal = error as Error
        }
        done()
      },
      async handler(request, reply) {
        const left = answerMs - reply.elapsedTime
        const way = { reply, answerBy: performance.now() + left }
        const found = await withDeadline(left, answer(mounted, request, way))
        reply.headers(policy.headers ?? {})
        return call.response === 'file' ? sendFile(reply, found as FileAnswer) : found
      },
    })
  }
}

/** @throws {HttpError} for what no schema tells */
function readRequest(request: FastifyRequest, call: Call): void {
  request.body = parseBody(request.body)
  refuseHostileInput(request.body, request.query, request.params)
  if (!hasBody(call)) refuseBody(request.body)
}

/** Read here and not while it arrives, so that a missing session is told before a broken body (spec §7). */
function parseBody(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return {}
  try {
    return secureJsonParse(text)
  } catch {
    throw new HttpError(400, serverMessages.badRequest)
  }
}

const asFields = (part: unknown) => (typeof part === 'object' ? part : {})

function refuseBody(body: unknown): void {
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  if (!isEmpty) throw new HttpError(400, serverMessages.unknownField)
}

function sendFile(reply: FastifyReply, { content_type, body, file_name, etag }: FileAnswer) {
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (etag === reply.request.headers['if-none-match']) return reply.code(304).send()
  }
  // A name only, whichever slashes or invisible signs it was imported with (R27).
  const saved = win32.basename(file_name ?? '').replace(INVISIBLE, '')
  if (file_name) reply.header('content-disposition', contentDisposition(saved || 'documento'))
  reply.type(content_type).serializer((bytes: Buffer) => bytes as unknown as string)
  if (body instanceof Uint8Array) return reply.send(body)
  const stream = Readable.from(body.parts, { objectMode: false })
  // Too late for an answer: the connection breaks.
  stream.once('error', (error) => reply.log.error(loggedError(error, false), 'request failed'))
  return reply.header('content-length', body.size).send(stream)
}

const paths = tables.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${BASE_PATH}${path.replace(PATH_NAME, '[^/]+').replace(/\/$/, '')}/?$`),
}))

/** The methods that a path of the table takes; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}
