import { api, type CallName, type FileAnswer } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import { type Policy, policies } from '@apoderados/contract/calls/policy'
import { serverMessages } from '@apoderados/contract/messages'
import { Confirmation, NoRequest } from '@apoderados/contract/values/primitives'
import { auditRead } from '@apoderados/database/audit/audit'
import { pipelineReads } from '@apoderados/database/client/pipelineReads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { deviceProofOf } from '../auth/deviceProof.ts'
import { limits, NATIVE_ORIGINS } from '../config.ts'
import type { Services } from '../services.ts'
import { createAuthorizer } from './authorization.ts'
import { networkOf } from './connections/networkOf.ts'
import type { ClientKind, Handlers, PublicContext } from './context.ts'
import { answerMsOf, withDeadline } from './deadlines.ts'
import type { MaxDownloads } from './downloads.ts'
import { HttpError } from './errors.ts'
import { apiHeaders } from './headers.ts'
import { fieldsOf, hasBodyFields, readRequest } from './messages/readRequest.ts'
import { sendFile } from './messages/sendFile.ts'
import { createHourlyLimits } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of a malformed request, null if there is none. It is thrown after a session check (spec §7). */
    refusal: Error | null
  }
  interface FastifyContextConfig {
    /** Undefined for a route that is not a call of the API. */
    policy?: Policy
  }
}

const PATH_PARAMETER_PATTERN = /:(\w+)/g

const calls = Object.entries(api) as [CallName, Call][]
/** The schemas of error answers, for OpenAPI. */
const errorAnswerSchemas = { '4xx': Confirmation, '5xx': Confirmation }
const fileAnswerSchema = { content: { 'application/octet-stream': { schema: z.any() } } }

/** Returns Fastify's schema of a call: fields that the path names are params, the others are the query or the body. */
function schemaOf(name: CallName, call: Call) {
  const names = Array.from(call.path.matchAll(PATH_PARAMETER_PATTERN), ([, name]) => name as string)
  const inPath = Object.fromEntries(names.map((name) => [name, true as const]))
  const rest = names.length > 0 ? z.omit(call.request, inPath) : call.request
  return {
    operationId: name,
    ...(call.needsSession && { security: [{ session: [] }] }),
    ...(names.length > 0 && { params: z.pick(call.request, inPath) }),
    querystring: call.method === 'GET' ? rest : NoRequest,
    ...(hasBodyFields(call) && { body: rest }),
    response: { 200: call.response === 'file' ? fileAnswerSchema : call.response, ...errorAnswerSchemas },
  }
}

const clientKindOf = (request: FastifyRequest): ClientKind =>
  NATIVE_ORIGINS.includes(request.headers.origin ?? '') ? 'native' : 'web'

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function addressForLimits({ ip, socket }: FastifyRequest): string {
  // A proxy may append a port to the address, or send no address at all.
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip) ?? []
  const network = networkOf(v4 ?? ip)
  return network === 'unknown' ? networkOf(socket.remoteAddress ?? '') : network
}

/** A request with its reply and `answerBy`, the deadline of the answer in ms of performance.now(). */
type Exchange = { request: FastifyRequest; reply: FastifyReply; answerBy: number }

/** A call without its own types, so that one loop mounts all calls; `Handlers` checks the types of each handler. */
type MountedCall = {
  method: Call['method']
  usesDeviceProof: boolean
  policy: Policy<object>
  limitRate: (request: FastifyRequest) => Promise<void>
  handle: (request: object, context: object) => Promise<object>
}

type MountOptions = {
  maxDownloads?: MaxDownloads
  /** True if families reach the server through TLS alone. */
  hasTls?: boolean
}

/** Adds a route for each call of the API, with its checks in the order of spec §7. */
export function mountCalls(
  app: FastifyInstance,
  handlers: Handlers,
  services: Services,
  { maxDownloads = limits.maxDownloads, hasTls = false }: MountOptions = {},
): void {
  app.decorateRequest('refusal', null)
  const authorize = createAuthorizer(app, services, maxDownloads)

  function contextOf(request: FastifyRequest, bearer: string | undefined, answerBy: number): PublicContext {
    const [address, client] = [addressForLimits(request), clientKindOf(request)]
    return { ...services, address, client, log: request.log, bearer, answerBy }
  }

  /** Answers a call that needs a session. A GET call and its authorization share one round trip to the database. */
  async function answerSession(
    mounted: MountedCall,
    { request, reply, answerBy }: Exchange,
  ): Promise<object> {
    const { method, policy, limitRate, handle } = mounted
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
      (reads) => authorize(request, incoming, reads),
      (reads) => handle(fields, { ...context, reads }),
    )
    const read = policy.audit?.(fields)
    if (read) await auditRead(db, { ...read, ...owner, address: context.address })
    return answer
  }

  async function answerPublic(mounted: MountedCall, { request, reply, answerBy }: Exchange): Promise<object> {
    const wrongField = request.refusal ?? request.validationError
    if (wrongField) throw wrongField
    await mounted.limitRate(request)
    const context = contextOf(request, bearerOf(request), answerBy)
    if (!mounted.usesDeviceProof) return mounted.handle(fieldsOf(request), context)
    const proof = deviceProofOf(request, reply, { client: context.client, hasTls })
    return mounted.handle(fieldsOf(request), { ...context, proof })
  }

  for (const [name, call] of calls) {
    const answerMs = answerMsOf(call)
    const policy: Policy<never> = policies[name]
    const mounted = {
      method: call.method,
      usesDeviceProof: call.usesDeviceProof ?? false,
      policy: policy as Policy<object>,
      limitRate: createHourlyLimits(app, policy.hourlyLimits ?? [], addressForLimits),
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
        // Compressed bodies are refused (R21).
        done(isPlain ? undefined : new HttpError(415, serverMessages.unsupportedType))
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
        const remainingMs = answerMs - reply.elapsedTime
        const exchange = { request, reply, answerBy: performance.now() + remainingMs }
        const result = await withDeadline(remainingMs, answer(mounted, exchange))
        reply.headers(policy.headers ?? {})
        return call.response === 'file' ? sendFile(reply, result as FileAnswer) : result
      },
    })
  }
}

const callPaths = calls.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${BASE_PATH}${path.replace(PATH_PARAMETER_PATTERN, '[^/]+').replace(/\/$/, '')}/?$`),
}))

/** Returns the methods that a path of the API accepts; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return callPaths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}
