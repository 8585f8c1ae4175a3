import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { currentCallContext } from './requestSpans.ts'
import { type SendDescription, sendEvents } from './sends.ts'

/** Records a span for each mail and notification that is sent. Returns a function that stops the recording. */
export function traceSends(tracer: Tracer): () => void {
  const spans = new WeakMap<SendDescription, Span>()
  const handlers = {
    start(send: SendDescription) {
      const attributes = { 'apoderados.send.channel': send.channel, 'apoderados.send.kind': send.kind }
      const options = { kind: SpanKind.CLIENT, attributes }
      spans.set(send, tracer.startSpan(`send ${send.channel} ${send.kind}`, options, currentCallContext()))
    },
    end() {},
    asyncStart() {},
    error(send: SendDescription & { error: unknown }) {
      const span = spans.get(send)
      const { code = 'other' } = send.error as { code?: string }
      span?.setAttribute('error.type', code)
      span?.setStatus({ code: SpanStatusCode.ERROR })
    },
    asyncEnd(send: SendDescription & { result?: unknown }) {
      const span = spans.get(send)
      const { outcome } = (send.result ?? {}) as { outcome?: string }
      if (outcome) span?.setAttribute('apoderados.send.outcome', outcome)
      span?.end()
    },
  }
  sendEvents.subscribe(handlers)
  return () => void sendEvents.unsubscribe(handlers)
}
