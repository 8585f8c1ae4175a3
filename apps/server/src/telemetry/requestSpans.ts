import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCallerGone, routeOf } from '../http/requestLog.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if this server sends no traces, null before the request's first hook. */
    span?: Span | null
  }
}

const callSpanStorage = new AsyncLocalStorage<Span>()

/** Returns the context of the current call's span, the parent of further spans; undefined if no span is recording. */
export function currentCallContext(): Context | undefined {
  const span = callSpanStorage.getStore()
  return span?.isRecording() ? trace.setSpan(ROOT_CONTEXT, span) : undefined
}

/** Ends the span with only what the log may show (R29): never the URL, a header, an address or a person's id. */
function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply
  const route = routeOf(request, statusCode)
  span.updateName(`${request.method} ${route}`)
  span.setAttributes({ 'http.request.method': request.method, 'http.route': route })
  if (request.refusedBy) span.setAttribute('apoderados.limit', request.refusedBy)
  if (isCallerGone(reply)) span.setAttribute('error.type', 'caller gone')
  else span.setAttribute('http.response.status_code', statusCode)
  if (!isCallerGone(reply) && statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Records a span for each request, and adds the id of its trace to the request's log lines. */
export function traceRequests(tracer: Tracer, app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    // Ignores a `traceparent` header: otherwise strangers could decide which calls are recorded.
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, root: true })
    request.span = span
    if (span.isRecording()) request.log = request.log.child({ trace_id: span.spanContext().traceId })
    reply.raw.once('close', () => endSpan(span, request, reply))
    callSpanStorage.run(span, done)
  })
  // The body arrives in the async context of its connection, so this hook restores the context of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) callSpanStorage.run(request.span, done)
    else done()
  })
}
