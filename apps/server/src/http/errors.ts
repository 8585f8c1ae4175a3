import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { HourlyLimit } from '@apoderados/contract/calls/call'
import { messages, serverMessages, tooManyAttempts } from '@apoderados/contract/messages'
import { isDatabaseAway } from '@apoderados/core/db/client/availability'
import { StorageUnavailableError } from '@apoderados/core/files/fileStore'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { apiHeaders, strictHeaders } from './headers.ts'

/** The name of the limit that refused a call. Logs, metrics and traces contain it, and no response does. */
export type LimitName =
  | 'login'
  | 'recovery'
  | 'code'
  | 'session'
  | HourlyLimit['name']
  | 'hashing'
  | 'overload'

declare module 'fastify' {
  interface FastifyRequest {
    refusedBy: LimitName | null
  }
}

/** A refusal whose Spanish message is shown as it is. */
export class HttpError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly limit: LimitName | null
  /** Further fields of the response's body. */
  detail: object | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number, limit: LimitName | null = null) {
    // A 4xx has no stack trace: it would take as long as the rest of the response.
    const { stackTraceLimit } = Error
    if (status < 500) Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.limit = limit
  }
}

export const notFoundError = () => new HttpError(404, messages.notFound)
export const unavailableError = (limit: LimitName | null = null) =>
  new HttpError(503, serverMessages.unavailable, 5, limit)
export const tooManyRequestsError = (limit: LimitName, seconds: number) =>
  new HttpError(429, tooManyAttempts(seconds), seconds, limit)

const FASTIFY_ERROR_MESSAGES: Record<number, string> = {
  400: serverMessages.badRequest,
  404: messages.notFound,
  405: serverMessages.methodNotAllowed,
  412: serverMessages.badRequest,
  413: serverMessages.tooLarge,
  414: serverMessages.tooLarge,
  415: serverMessages.unsupportedType,
  416: serverMessages.badRequest,
}

/** The message of the first invalid field in the order of the schema (spec §7); undefined without validation errors. */
function validationMessage(error: FastifyError): string | undefined {
  const [first] = error.validation ?? []
  if (!first) return undefined
  if (first.keyword === 'unrecognized_keys') return serverMessages.unknownField
  const isNoObject = first.keyword === 'invalid_type' && first.instancePath === '/' // the body is a list or null
  return (!isNoObject && first.message) || serverMessages.badRequest
}

function toHttpError(error: FastifyError | HttpError): HttpError | undefined {
  if (error instanceof HttpError) return error
  const wrongField = validationMessage(error)
  if (wrongField) return new HttpError(400, wrongField)
  if (error instanceof StorageUnavailableError || isDatabaseAway(error)) return unavailableError()
  const refusal = error.statusCode && FASTIFY_ERROR_MESSAGES[error.statusCode]
  return refusal ? new HttpError(error.statusCode as number, refusal) : undefined
}

export type ErrorSender = (
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

/**
 * Returns a function that responds to an error with its status and a Spanish message, without stack, SQL or path (R28).
 * `reword` returns the message that the response has in place of the error's own.
 */
export const createErrorSender =
  (reword: (error: HttpError) => string): ErrorSender =>
  (error, request, reply) => {
    const known = toHttpError(error)
    // A caller that disconnects while sending is not a server error. A refusal by a limit is logged with its response.
    const isFault = (!known || (known.status >= 500 && !known.limit)) && !request.raw.socket?.destroyed
    if (isFault) request.log.error(loggedError(error, !known), 'request failed')
    request.refusedBy = known?.limit ?? null
    const sent = known ?? new HttpError(500, messages.serviceError)
    const { status, retryAfterSeconds } = sent
    // Errors that Fastify itself raises skip the hooks that set these headers.
    if (!reply.hasHeader('x-request-id')) reply.headers(strictHeaders).header('x-request-id', request.id)
    reply.headers(apiHeaders)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    // A read that was refused for load keeps its connection: a new one for the client's retry would cost the server more.
    const isShedRead = known?.limit === 'overload' && request.method === 'GET'
    if (status === 503 && !isShedRead) reply.header('connection', 'close')
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({
        success: false,
        message: reword(sent),
        ...sent.detail,
      })
  }

export const sendError = createErrorSender(({ message }) => message)

const STACK_FRAMES_MAX = 12

/** Returns the stack without the message, because a line of the message could look like a frame. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message)
  return start < 0 ? '' : stack.slice(start + message.length)
}

/** Returns what the log shows of an error, never a statement's parameters, which contain personal data (R29). */
export function loggedError(error: Error, isUnforeseen: boolean): object {
  const cause = error.cause instanceof Error ? error.cause : error
  const { code } = cause as { code?: unknown }
  const isQuery = error.message.startsWith('Failed query')
  const frames = framesOf(error)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
  return {
    error: isQuery ? cause.constructor.name : error.message.slice(0, 200),
    code,
    at: frames.find((line) => line.includes('/src/'))?.trim(),
    ...(isUnforeseen && { stack: frames.slice(0, STACK_FRAMES_MAX).map((line) => line.trim()) }),
  }
}

/** The statuses of requests that Node cannot parse, by Node's error code; 400 for any other code. */
const BROKEN_REQUEST_STATUSES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers a request that is not HTTP or never arrives whole, in the JSON shape of all errors. It is not logged. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const body = JSON.stringify({ success: false, message: serverMessages.badRequest })
  const headers = {
    ...strictHeaders,
    ...apiHeaders,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const status = BROKEN_REQUEST_STATUSES[error.code ?? ''] ?? '400 Bad Request'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}
