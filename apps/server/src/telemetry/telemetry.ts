import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@apoderados/database/client/open'
import { type OpenTelemetry, openTelemetry } from '@apoderados/telemetry/openTelemetry'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { limits } from '../config.ts'
import { version } from '../startup/version.ts'
import { traceRequests } from './requestSpans.ts'
import { traceSends } from './sendSpans.ts'
import { traceStatements } from './statementSpans.ts'

/** Sends traces and metrics to a collector of OpenTelemetry. Import this module only if there is a collector. */
export type Telemetry = Pick<OpenTelemetry, 'failures' | 'exportMetrics'> & {
  /** Records spans of statements. Call it before the first connection to the database. */
  watchDatabase(db: Database): void
  /** Records spans of requests. Call it before any other hook is added, so that a span is as long as its request. */
  watch(app: FastifyInstance): void
  /** Sends what is not sent yet, for `telemetryStopMs` at most: an unreachable collector delays the stop no longer. */
  stop(): Promise<void>
}

/** Starts the sending of `signals`. Logs one line for an outage of a signal, and one for its end. */
export function startTelemetry(
  signals: { traces: boolean; metrics: boolean },
  logOf: () => FastifyBaseLogger | undefined,
): Telemetry {
  const { tracer, failures, exportMetrics, stop } = openTelemetry(
    { ...signals, version },
    // One line for an outage of the collector, however many exports fail, and one for its end.
    ({ signal, code }) => {
      if (code === undefined) logOf()?.info({ signal }, 'telemetry sent again')
      else logOf()?.warn({ signal, code }, 'telemetry not sent')
    },
  )
  const stopTracingSends = tracer && traceSends(tracer)
  return {
    failures,
    exportMetrics,
    watchDatabase(db) {
      if (tracer) traceStatements(tracer, db)
    },
    watch(app) {
      if (tracer) traceRequests(tracer, app)
    },
    async stop() {
      stopTracingSends?.()
      await Promise.race([stop(), delay(limits.telemetryStopMs, undefined, { ref: false })])
    },
  }
}
