import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { decodeMessage, hexIn, messagesIn, numberIn, textIn } from './protobuf.ts'

type Attributes = Record<string, string | number>
type ProtobufMessage = ReturnType<typeof decodeMessage>
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentId: string
  kind: 'server' | 'client' | 'other'
  hasFailed: boolean
  attributes: Attributes
}

/** The status code of a failed span. */
const STATUS_CODE_ERROR = 2
const spanKinds: Record<number, ReceivedSpan['kind']> = { 2: 'server', 3: 'client' }

// The field numbers in the functions below are those of opentelemetry-proto 1.x.

const attributesIn = (message: ProtobufMessage, number: number): Attributes =>
  Object.fromEntries(
    messagesIn(message, number).map((pair) => {
      const [value] = messagesIn(pair, 2) as [ProtobufMessage]
      return [textIn(pair, 1), value.has(1) ? textIn(value, 1) : numberIn(value, 3)]
    }),
  )

const readSpan = (span: ProtobufMessage): ReceivedSpan => ({
  name: textIn(span, 5),
  traceId: hexIn(span, 1),
  spanId: hexIn(span, 2),
  parentId: hexIn(span, 4),
  kind: spanKinds[numberIn(span, 6)] ?? 'other',
  hasFailed: messagesIn(span, 15).some((status) => numberIn(status, 3) === STATUS_CODE_ERROR),
  attributes: attributesIn(span, 9),
})

/** Returns the spans or metrics of a body, in which they are grouped by resource and scope. */
const itemsIn = (body: Buffer): ProtobufMessage[] =>
  messagesIn(decodeMessage(body), 1)
    .flatMap((ofResource) => messagesIn(ofResource, 2))
    .flatMap((ofScope) => messagesIn(ofScope, 2))

/**
 * Runs a collector of OpenTelemetry during this file's tests and sets the server's environment variable
 * OTEL_EXPORTER_OTLP_ENDPOINT to its address. The collector answers with `replies.status`, which is `status` until a
 * test changes it, or not at all while that is undefined.
 */
export function useCollector({ status = 200 }: { status?: number | undefined } = {}) {
  const received: { path: string; body: Buffer }[] = []
  const replies = { status: status as number | undefined }
  const listener = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: await buffer(request) })
    if (replies.status !== undefined) response.writeHead(replies.status).end()
  })
  beforeAll(async () => {
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  })
  afterAll(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    listener.closeAllConnections()
    listener.close()
  })
  const bodies = (path: string) => received.filter((each) => each.path === path).map(({ body }) => body)
  return {
    received,
    replies,
    bytes: () => Buffer.concat(received.map(({ body }) => body)),
    spans: () => bodies('/v1/traces').flatMap(itemsIn).map(readSpan),
    metricNames: () =>
      bodies('/v1/metrics')
        .flatMap(itemsIn)
        .map((metric) => textIn(metric, 1)),
    /** Returns the attributes that describe the process in the last body that arrived at `path`. */
    resource: (path: string): Attributes => {
      const [ofResource] = messagesIn(decodeMessage(bodies(path).at(-1) as Buffer), 1) as [ProtobufMessage]
      const [resource] = messagesIn(ofResource, 1) as [ProtobufMessage]
      return attributesIn(resource, 1)
    },
  }
}
