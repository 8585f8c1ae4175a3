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
/** The beginning of an outage of the collector with its error `code`, or its end, when `code` is undefined. */
type OutageReport = { signal: Signal; code: string | undefined }
type Exporter<Items> = { export(items: Items, done: (result: ExportResult) => void): void }
/** `version` is the product's version; `traces` and `metrics` are true for the signals to send. */
type TelemetrySettings = { version: string; traces: boolean; metrics: boolean }

export type OpenTelemetry = {
  /** Records spans; undefined if no traces are to be sent. */
  tracer: Tracer | undefined
  /** The number of failed exports of each signal since the start. */
  failures: Readonly<Record<Signal, number>>
  /** Sends the metrics of `read` each minute or every OTEL_METRIC_EXPORT_INTERVAL ms, if metrics are to be sent. */
  exportMetrics(read: () => Promise<PrometheusMetric[]>): void
  /** Sends the traces and metrics that have not been sent yet, and ends the export. */
  stop(): Promise<void>
}

/**
 * Returns the attributes that identify this process. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override those that
 * are set here. The SDK's detectors of host and process are left out: they would send the machine's name, the user and
 * the command line.
 */
const createResource = (version: string): Resource =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))

/** Returns the error's code or name, but not its message, which may contain the collector's address with a password. */
const codeOf = (error: { code?: unknown; name?: string } = {}): string =>
  String(error.code ?? error.name ?? 'unknown')

/** Makes `exporter` count failed exports in `failures`, and call `report` at the beginning and end of each outage. */
function trackOutages<Items>(
  signal: Signal,
  exporter: Exporter<Items>,
  failures: Record<Signal, number>,
  report: (outage: OutageReport) => void,
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

/** Creates the signals' exporters. The SDK reads the collector's address, headers, sampler and limits from OTEL_*. */
export function openTelemetry(
  { version, traces, metrics }: TelemetrySettings,
  report: (outage: OutageReport) => void,
): OpenTelemetry {
  const resource = createResource(version)
  const failures = { traces: 0, metrics: 0 }
  const stops: (() => Promise<void>)[] = []

  function openTracer(): Tracer {
    const exporter = new OTLPTraceExporter()
    trackOutages('traces', exporter, failures, report)
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
      trackOutages('metrics', exporter, failures, report)
      // Without the variable it exports each minute and waits 30 s at most: the SDK's defaults.
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
