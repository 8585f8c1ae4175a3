import { win32 } from 'node:path'
import { api, type CallName, type FileAnswer } from '@apoderados/contract/api'
import { BASE_PATH, type Call } from '@apoderados/contract/call'
import { messages } from '@apoderados/contract/messages'
import { Confirmation, NoRequest, QueryId } from '@apoderados/contract/primitives'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { parse as secureJsonParse } from 'secure-json-parse'
import * as z from 'zod/mini'
import { answerMsOf, inTime } from './answerTimes.ts'
import { limits, NATIVE_ORIGINS } from './config.ts'
import { readAccess } from './db/access.ts'
import { audit } from './db/audit.ts'
import { endUntimelySession } from './db/sessions.ts'
import { HttpError, type Limit, notFound, tooMany } from './errors.ts'
import type { Guest, Handlers, Member } from './handlers.ts'
import { apiHeaders } from './headers.ts'
import { refuseHostileInput } from './hostileInput.ts'
import type { Services } from './services.ts'
import type { TokenOwner } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose live session this call runs under; set for calls that need one. */
    member: TokenOwner | null
    /** Whether the student that it asks about is theirs, as the same look at the database said. */
    isLinked: boolean
  }
}

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE
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

const clientKind = (request: FastifyRequest) =>
  NATIVE_ORIGINS.includes(request.headers.origin ?? '') ? 'native' : 'web'

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** One household has a whole /64, so that is what limits count (R25). */
function limitAddress({ ip, socket }: FastifyRequest): string {
  // A proxy may write a port behind the address, or no address at all.
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip) ?? []
  const known = [v4 ?? ip, socket.remoteAddress ?? ''].find((text) => ipaddr.isValid(text))
  if (known === undefined) return 'unknown'
  const address = ipaddr.process(known)
  if (address.kind() === 'ipv4') return address.toString()
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/** The student asked about, before the fields are checked; null for none, or for what is no id. */
function studentOf({ query }: FastifyRequest): number | null {
  const parsed = QueryId.safeParse((query as { student_id?: unknown }).student_id)
  return parsed.success ? parsed.data : null
}

/** Any handler of the table, as the loop sees it: the table's types hold inside each. */
type AnyHandler = (request: object, context: Guest | Member) => Promise<object>

type Counter = ReturnType<FastifyInstance['createRateLimit']>

async function refuseOver(name: Limit, count: Counter, request: FastifyRequest): Promise<void> {
  const limit = await count(request)
  if (!limit.isAllowed && limit.isExceeded) throw tooMany(name, limit.ttlInSeconds)
}

/** Mounts the table: each call with its checks in the order of spec §7. */
export function mountCalls(app: FastifyInstance, handlers: Handlers, services: Services): void {
  app.decorateRequest('member', null)
  app.decorateRequest('isLinked', false)
  const perMinute = app.createRateLimit({
    max: limits.callsPerSessionPerMinute,
    timeWindow: MS_PER_MINUTE,
    keyGenerator: sessionKey,
  })
  const classmatesPerHour = app.createRateLimit({
    max: limits.classmatesPerParentPerHour,
    timeWindow: MS_PER_HOUR,
    keyGenerator: (request) => `classmates ${request.member?.parent_id}`,
  })

  async function requireSession(request: FastifyRequest): Promise<void> {
    const bearer = bearerOf(request)
    const owner = bearer === undefined ? undefined : services.tokens.read(bearer)
    const access = owner && (await readAccess(services.db, { ...owner, student_id: studentOf(request) }))
    if (!access) {
      const untimely = owner ?? (bearer === undefined ? undefined : services.tokens.readUntimely(bearer))
      if (untimely) await endUntimelySession(services.db, untimely, owner === undefined)
      throw new HttpError(401, messages.invalidToken)
    }
    request.member = owner
    request.isLinked = access.isLinked
  }

  async function refuseTooMany(name: CallName, request: FastifyRequest): Promise<void> {
    await refuseOver('session', perMinute, request)
    if (name === 'getClassmates') await refuseOver('classmates', classmatesPerHour, request)
  }

  /** No call on a student passes without the link, whatever its handler forgets (R1). */
  async function refuseUnlinked(fields: object, { member, isLinked }: FastifyRequest): Promise<void> {
    if (!('student_id' in fields) || isLinked) return
    const student_id = fields.student_id as number
    await audit(services.db, { action: 'access_denied', ...member, student_id })
    throw notFound()
  }

  for (const [name, call] of tables) {
    const handle = handlers[name] as unknown as AnyHandler
    const answerMs = answerMsOf(call)
    app.route({
      method: call.method,
      url: BASE_PATH + call.path,
      exposeHeadRoute: false,
      schema: schemaOf(name, call),
      async onRequest(request, reply) {
        reply.headers(apiHeaders)
        const encoding = request.headers['content-encoding']
        if (encoding && encoding !== 'identity') throw new HttpError(415, messages.unsupportedType) // R21
      },
      async preValidation(request) {
        if (call.needsSession) {
          await inTime(answerMs, requireSession(request))
          await refuseTooMany(name, request)
        }
        request.body = parseBody(request.body)
        refuseHostileInput(request.body, request.query, request.params)
        if (!hasBody(call)) refuseBody(request.body)
      },
      async handler(request, reply) {
        const fields = { ...asFields(request.query), ...asFields(request.body), ...asFields(request.params) }
        const context: Guest = {
          ...services,
          address: limitAddress(request),
          client: clientKind(request),
          bearer: bearerOf(request),
        }
        const work = async () => {
          await refuseUnlinked(fields, request)
          return handle(fields, { ...context, ...request.member })
        }
        const answer = await inTime(answerMs - reply.elapsedTime, work())
        if (name === 'endSession') reply.header('clear-site-data', '"cache"')
        return call.response === 'file' ? sendFile(reply, name, answer as FileAnswer) : answer
      },
    })
  }
}

/** Read here and not while it arrives, so that a missing session is told before a broken body (spec §7). */
function parseBody(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return {}
  try {
    return secureJsonParse(text)
  } catch {
    throw new HttpError(400, messages.badRequest)
  }
}

const sessionKey = (request: FastifyRequest) => request.member?.session_id ?? request.ip
const asFields = (part: unknown) => (typeof part === 'object' ? part : {})

function refuseBody(body: unknown): void {
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  if (!isEmpty) throw new HttpError(400, messages.unknownField)
}

function sendFile(reply: FastifyReply, name: CallName, { content_type, body, file_name }: FileAnswer) {
  if (name === 'getPhoto') {
    // The native apps' pages live at another origin.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'private, max-age=3600')
  }
  // A name only, whichever slashes or invisible signs it was imported with (R27).
  const saved = win32.basename(file_name ?? '').replace(INVISIBLE, '')
  if (file_name) reply.header('content-disposition', contentDisposition(saved || 'documento'))
  return reply
    .type(content_type)
    .serializer((bytes: Buffer) => bytes as unknown as string)
    .send(body)
}

const paths = tables.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${BASE_PATH}${path.replace(PATH_NAME, '[^/]+').replace(/\/$/, '')}/?$`),
}))

/** The methods that a path of the table takes; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  return paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}
