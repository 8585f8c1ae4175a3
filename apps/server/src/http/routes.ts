import { api, type CallName, type FileResponse } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call, type Policy } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import { Confirmation, NoRequest } from '@apoderados/contract/values/primitives'
import { auditRead } from '@apoderados/core/audit/audit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { deviceProofOf } from '../auth/deviceProof.ts'
import { NATIVE_ORIGINS } from '../config.ts'
import type { Services } from '../services.ts'
import { bearerOf, createAuthorizer } from './authorization.ts'
import { networkOf } from './connections/networkOf.ts'
import type { ClientKind, Handlers } from './context.ts'
import { timeoutMsOf, withDeadline } from './deadlines.ts'
import { HttpError } from './errors.ts'
import { apiHeaders, crossOriginHeaderNames, pageHeaderNames } from './headers.ts'
import { fieldsOf, findRequestError } from './messages/readRequest.ts'
import { sendFile } from './messages/sendFile.ts'
import { createHourlyLimits } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Undefined for a route that is not a call of the API. */
    policy?: Policy
  }
}

const PATH_PARAMETER_PATTERN = /:(\w+)/g

const calls = Object.entries(api) as [CallName, Call][]
/** The schemas of error responses, for OpenAPI. */
const errorResponseSchemas = { '4xx': Confirmation, '5xx': Confirmation }
const fileResponseSchema = { content: { 'application/octet-stream': { schema: z.any() } } }

function querySchemaOf(call: Call, rest: z.ZodMiniObject) {
  if (call.forCalendarPrograms) return z.object({})
  return call.method === 'GET' ? rest : NoRequest
}

/** Returns Fastify's schema of a call: fields that the path names are params, the others are the query or the body. */
function schemaOf(name: CallName, call: Call) {
  const names = Array.from(call.path.matchAll(PATH_PARAMETER_PATTERN), ([, name]) => name as string)
  const inPath = Object.fromEntries(names.map((name) => [name, true as const]))
  const rest = names.length > 0 ? z.omit(call.request, inPath) : call.request
  return {
    operationId: name,
    ...(call.needsSession && { security: [{ session: [] }] }),
    ...(names.length > 0 && { params: z.pick(call.request, inPath) }),
    querystring: querySchemaOf(call, rest),
    ...(call.method !== 'GET' && call.request !== NoRequest && { body: rest }),
    response: { 200: call.response === 'file' ? fileResponseSchema : call.response, ...errorResponseSchemas },
  }
}

const clientKindOf = (request: FastifyRequest): ClientKind =>
  NATIVE_ORIGINS.includes(request.headers.origin ?? '') ? 'native' : 'web'

function addressForLimits({ ip, socket }: FastifyRequest): string {
  // A proxy may append a port to the address, or send no address at all.
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip) ?? []
  const network = networkOf(v4 ?? ip)
  return network === 'unknown' ? networkOf(socket.remoteAddress ?? '') : network
}

/** A handler without its own types, so that one loop mounts all calls; `Handlers` checks the types of each. */
type Handle = (request: object, context: object) => Promise<object>

/**
 * Adds a route for each call of the API, with its checks in the order of spec §7. `hasTls` is true if families reach the
 * server through TLS alone.
 */
export function mountCalls(
  app: FastifyInstance,
  handlers: Handlers,
  services: Services,
  hasTls: boolean,
): void {
  const authorize = createAuthorizer(app, services)

  for (const [name, call] of calls) {
    const timeoutMs = timeoutMsOf(call, services.limits)
    const limits = Map.groupBy(call.hourlyLimits ?? [], ({ per }) => per === 'secret')
    const limitRate = createHourlyLimits(app, limits.get(false) ?? [], addressForLimits)
    // Unknown secrets are not counted: they would push the counts of others out of the bounded memory.
    const limitFound = createHourlyLimits(app, limits.get(true) ?? [], addressForLimits)
    const handle = handlers[name] as unknown as Handle

    async function checkPublic(request: FastifyRequest): Promise<void> {
      const requestError = findRequestError(request)
      if (requestError) throw requestError
      await limitRate(request)
    }

    async function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      deadlineAt: number,
    ): Promise<object> {
      const [address, client] = [addressForLimits(request), clientKindOf(request)]
      const proof = call.usesDeviceProof ? deviceProofOf(request, reply, { client, hasTls }) : undefined
      const caller = {
        address,
        client,
        log: request.log,
        bearer: bearerOf(request),
        proof,
        ...request.session,
      }
      const fields = fieldsOf(request)
      const response = await handle(fields, { ...services, ...caller, deadlineAt })
      await limitFound(request)
      if (call.audit) {
        const { student_id, id } = fields as { student_id?: number; id?: string }
        const detail = id === undefined ? undefined : { document_id: id }
        await auditRead(services.db, { action: call.audit, student_id, detail, ...request.session, address })
      }
      return response
    }

    app.route({
      method: call.method,
      url: BASE_PATH + call.path,
      exposeHeadRoute: call.forCalendarPrograms ?? false,
      schema: schemaOf(name, call),
      config: { policy: call },
      attachValidation: true, // an invalid field is reported after a missing session (spec §7)
      onRequest(request, reply, done) {
        for (const name of pageHeaderNames) reply.removeHeader(name)
        if (request.headers.origin === undefined)
          for (const name of crossOriginHeaderNames) reply.removeHeader(name)
        reply.headers(apiHeaders)
        const encoding = request.headers['content-encoding']
        const isPlain = !encoding || encoding === 'identity'
        // Compressed bodies are refused (R21).
        done(isPlain ? undefined : new HttpError(415, serverMessages.unsupportedType))
      },
      preValidation(request, _reply, done) {
        request.body ??= {}
        done()
      },
      preHandler(request, reply) {
        const checked = call.needsSession ? authorize(request, reply, limitRate) : checkPublic(request)
        return withDeadline(timeoutMs - reply.elapsedTime, checked)
      },
      async handler(request, reply) {
        const remainingMs = timeoutMs - reply.elapsedTime
        const deadlineAt = performance.now() + remainingMs
        const result = await withDeadline(remainingMs, respond(request, reply, deadlineAt))
        reply.headers(call.headers ?? {})
        return call.response === 'file' ? sendFile(reply, result as FileResponse) : result
      },
    })
  }
}

const callPaths = calls.map(([, { method, path, forCalendarPrograms }]) => ({
  methods: forCalendarPrograms ? [method, 'HEAD'] : [method],
  pattern: new RegExp(`^${BASE_PATH}${path.replace(PATH_PARAMETER_PATTERN, '[^/]+').replace(/\/$/, '')}/?$`),
}))

/** Returns the methods that a path of the API accepts; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return callPaths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
}
