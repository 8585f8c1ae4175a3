import { AsyncResource } from 'node:async_hooks'
import type { Database } from '@apoderados/database/client/open'
import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { currentCallContext } from './requestSpans.ts'

type QueryFunction = (...statement: unknown[]) => unknown
type Statement = { name?: string; text?: string; submit?: unknown }

const OPERATION_PATTERN = /^\W*(select|insert|update|delete|with|begin|commit|rollback)\b/i

/** Returns the statement's prepared name and its first word, never its text or its parameters. */
function attributesOf({ name, text = '' }: Statement) {
  const operation = OPERATION_PATTERN.exec(text)?.[1]?.toLowerCase() ?? 'other'
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': name ?? operation,
  }
}

/** Wraps `query` so that it records a span for each statement within a recorded call. */
function withSpans(tracer: Tracer, query: QueryFunction): QueryFunction {
  return (...parts) => {
    const [first] = parts
    const statement = (typeof first === 'string' ? { text: first } : first) as Statement
    const parent = currentCallContext()
    if (!parent || statement.submit) return query(...parts)
    const attributes = attributesOf(statement)
    const span = tracer.startSpan(
      attributes['db.query.summary'],
      { kind: SpanKind.CLIENT, attributes },
      parent,
    )
    const end = (error?: { code?: string } | null) => {
      if (error) {
        span.setAttribute('error.type', error.code ?? 'other')
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
    const callback = parts.at(-1)
    if (typeof callback === 'function')
      parts[parts.length - 1] = (error: Error | null, ...rows: unknown[]) => {
        end(error as { code?: string } | null)
        callback(error, ...rows)
      }
    const answer = query(...parts)
    if (answer instanceof Promise) answer.then(() => end(), end)
    return answer
  }
}

/** Records spans of the statements of `db`. Call it before the pool's first connection. */
export function traceStatements(tracer: Tracer, { $client: pool }: Database): void {
  pool.on('connect', (client) => {
    client.query = withSpans(tracer, client.query.bind(client) as QueryFunction) as typeof client.query
  })
  // Without this, a statement that waited for a connection would run in the async context of the call that released
  // the connection, and its span would belong to that call.
  const connect = pool.connect.bind(pool) as QueryFunction
  pool.connect = ((...callback: ((...result: unknown[]) => void)[]) =>
    connect(...callback.map((each) => AsyncResource.bind(each)))) as typeof pool.connect
}
