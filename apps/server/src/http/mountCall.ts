import type { FileResponse } from '@apoderados/contract/calls/api'
import type { CallShape, Policy, ServerPolicy } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import type { StaffRole } from '@apoderados/contract/office/roles'
import { Confirmation, NoRequest } from '@apoderados/contract/values/primitives'
import type { StaffSession } from '@apoderados/core/staff/staffSessions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Services } from '../services.ts'
import { networkOf } from './connections/networkOf.ts'
import { timeoutMsOf, withDeadline } from './deadlines.ts'
import { HttpError } from './errors.ts'
import { apiHeaders, crossOriginHeaderNames, pageHeaderNames } from './headers.ts'
import { findRequestError } from './messages/readRequest.ts'
import { sendFile } from './messages/sendFile.ts'
import { createHourlyLimits } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live session of a call of the console, with the role at the school of the call; null before its check. */
    staff: (StaffSession & { role: StaffRole | null }) | null
  }
  interface FastifyContextConfig {
    /** Undefined for a route that is not a call of the API. */
    policy?: ServerPolicy & Pick<Policy, 'audit'>
  }
}

const PATH_PARAMETER_PATTERN = /:(\w+)/g

/** The schemas of error responses, for OpenAPI. */
const errorResponseSchemas = { '4xx': Confirmation, '5xx': Confirmation }
const fileResponseSchema = { content: { 'application/octet-stream': { schema: z.any() } } }

function querySchemaOf(call: CallShape & ServerPolicy, rest: z.ZodMiniObject) {
  if (call.forCalendarPrograms) return z.object({})
  return call.method === 'GET' ? rest : NoRequest
}

/** Returns Fastify's schema of a call: fields that the path names are params, the others are the query or the body. */
function schemaOf(name: string, call: CallShape & ServerPolicy, needsSession: boolean) {
  const names = Array.from(call.path.matchAll(PATH_PARAMETER_PATTERN), ([, name]) => name as string)
  const inPath = Object.fromEntries(names.map((name) => [name, true as const]))
  const rest = names.length > 0 ? z.omit(call.request, inPath) : call.request
  return {
    operationId: name,
    ...(needsSession && { security: [{ session: [] }] }),
    ...(names.length > 0 && { params: z.pick(call.request, inPath) }),
    querystring: querySchemaOf(call, rest),
    ...(call.method !== 'GET' && call.request !== NoRequest && !call.isUpload && { body: rest }),
    response: { 200: call.response === 'file' ? fileResponseSchema : call.response, ...errorResponseSchemas },
  }
}

/** Returns the network address of a request, the key of per-address limits (R25). */
export function addressForLimits({ ip, socket }: FastifyRequest): string {
  // A proxy may append a port to the address, or send no address at all.
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip) ?? []
  const network = networkOf(v4 ?? ip)
  return network === 'unknown' ? networkOf(socket.remoteAddress ?? '') : network
}

/** A handler without its own types, so that one loop mounts all calls; the types of the handlers check each. */
export type Handle = (request: object, context: object) => Promise<object>

/** The checks of a call before its handler. @throws {HttpError} for the first check that fails */
export type CheckCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Counts the call. @throws {HttpError} 429 if it exceeds an hourly limit of its policy */
  limitRate: (request: FastifyRequest) => Promise<void>,
) => Promise<void>

type MountedCall = {
  name: string
  /** The address, with the prefix of the API. */
  url: string
  call: CallShape & ServerPolicy
  needsSession: boolean
  check: CheckCall
  /** Runs the handler. `deadlineAt` is in ms of performance.now(). */
  respond(request: FastifyRequest, reply: FastifyReply, deadlineAt: number): Promise<object>
}

/** Refuses a request with an invalid field, then one beyond a limit. */
export const checkPublic: CheckCall = async (request, _reply, limitRate) => {
  const requestError = findRequestError(request)
  if (requestError) throw requestError
  await limitRate(request)
}

/** Adds the route of a call, with the rules of its policy that all APIs share. */
export function mountCall(
  app: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
  { name, url, call, needsSession, check, respond }: MountedCall,
): void {
  const timeoutMs = timeoutMsOf(call, limits)
  const hourlyLimits = Map.groupBy(call.hourlyLimits ?? [], ({ per }) => per === 'secret')
  const limitRate = createHourlyLimits(app, hourlyLimits.get(false) ?? [], addressForLimits)
  // Unknown secrets are not counted: they would push the counts of others out of the bounded memory.
  const limitFound = createHourlyLimits(app, hourlyLimits.get(true) ?? [], addressForLimits)

  async function respondAndLimit(request: FastifyRequest, reply: FastifyReply, deadlineAt: number) {
    const response = await respond(request, reply, deadlineAt)
    await limitFound(request)
    return response
  }

  app.route({
    method: call.method,
    url,
    exposeHeadRoute: call.forCalendarPrograms ?? false,
    schema: schemaOf(name, call, needsSession),
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
      return withDeadline(timeoutMs - reply.elapsedTime, check(request, reply, limitRate))
    },
    async handler(request, reply) {
      const remainingMs = timeoutMs - reply.elapsedTime
      const deadlineAt = performance.now() + remainingMs
      const result = await withDeadline(remainingMs, respondAndLimit(request, reply, deadlineAt))
      reply.headers(call.headers ?? {})
      return call.response === 'file' ? sendFile(reply, result as FileResponse) : result
    },
  })
}

/** Returns a function that tells the methods which a path of an API accepts; none for an unknown path. */
export function createMethodLookup(
  basePath: string,
  calls: (CallShape & ServerPolicy)[],
): (path: string) => string[] {
  const callPaths = calls.map(({ method, path, forCalendarPrograms }) => ({
    methods: forCalendarPrograms ? [method, 'HEAD'] : [method],
    pattern: new RegExp(`^${basePath}${path.replace(PATH_PARAMETER_PATTERN, '[^/]+').replace(/\/$/, '')}/?$`),
  }))
  return (path) => callPaths.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
}
