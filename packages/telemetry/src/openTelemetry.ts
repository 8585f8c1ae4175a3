import type { Tracer } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, getNumberFromEnv } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type PrometheusMetric, prometheusProducer } from './prometheusProducer.ts'

const SERVICE_NAME = 'apoderados'

type Signal = 'traces' | 'metrics'
/** `code` is undefined when the collector accepts the signal again. */
type Outage = { signal: Signal; code: string | undefined }
type Exporter<Items> = { export(items: Items, done: (result: ExportResult) => void): void }
type Settings = { version: string; traces: boolean; metrics: boolean }

export type OpenTelemetry = {
  /** Undefined if no traces are sent. */
  tracer: Tracer | undefined
  /** Failed exports since the start. */
  failures: Readonly<Record<Signal, number>>
  /** Sends what `read` returns each minute, or every OTEL_METRIC_EXPORT_INTERVAL ms. */
  exportMetrics(read: () => Promise<PrometheusMetric[]>): void
  /** Sends what has not been sent yet and ends the export. */
  stop(): Promise<void>
}

/**
 * Returns the attributes that identify this process. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override those that
 * are set here. The SDK's detectors of host and process are left out: they would send the machine's name, the user and
 * the command line.
 */
const resourceOf = (version: string): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))

/** Returns a code or a name, never the message, which may contain the collector's address with a password. */
const codeOf = (error: { code?: unknown; name?: string } = {}): string =>
  String(error.code ?? error.name ?? 'unknown')

/** Counts failed exports in `failures`, and calls `report` at the beginning and at the end of each outage. */
function watchExports<Items>(
  signal: Signal,
  exporter: Exporter<Items>,
  failures: Record<Signal, number>,
  report: (outage: Outage) => void,
): void {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS
      if (hasFailed) failures[signal] += 1
      if (hasFailed !== isFailing) report({ signal, code: hasFailed ? codeOf(result.error) : undefined })
      isFailing = hasFailed
      done(result)
    })
}

/** The SDK reads the collector's address, headers, sampler and limits from the standard variables OTEL_*. */
export function openTelemetry(
  { version, traces, metrics }: Settings,
  report: (outage: Outage) => void,
): OpenTelemetry {
  const resource = resourceOf(version)
  const failures = { traces: 0, metrics: 0 }
  const stops: (() => Promise<void>)[] = []

  function openTracer(): Tracer {
    const exporter = new OTLPTraceExporter()
    watchExports('traces', exporter, failures, report)
    const provider = new BasicTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(exporter)],
    })
    stops.push(() => provider.shutdown())
    return provider.getTracer(SERVICE_NAME)
  }

  return {
    tracer: traces ? openTracer() : undefined,
    failures,
    exportMetrics(read) {
      if (!metrics) return
      const exporter = new OTLPMetricExporter()
      watchExports('metrics', exporter, failures, report)
      const reader = new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: getNumberFromEnv('OTEL_METRIC_EXPORT_INTERVAL'),
        metricProducers: [prometheusProducer(read)],
      })
      const provider = new MeterProvider({ resource, readers: [reader] })
      stops.push(() => provider.shutdown())
    },
    async stop() {
      await Promise.allSettled(stops.map((stop) => stop()))
    },
  }
}
