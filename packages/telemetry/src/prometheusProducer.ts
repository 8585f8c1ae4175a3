import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'

type PrometheusSample = {
  value: number
  labels: Partial<Record<string, string | number>>
  /** For a sample of a histogram, the histogram's name followed by `_bucket`, `_sum` or `_count`. */
  metricName?: string
}
/** A metric as prom-client's method `getMetricsAsJSON` returns it. */
export type PrometheusMetric = { name: string; help: string; type: unknown; values: PrometheusSample[] }

type DataPoint<Value> = { attributes: Attributes; value: Value }

const START_TIME = millisToHrTime(performance.timeOrigin)

/** Converts counts: Prometheus counts a value in all buckets whose limit is not below it, OpenTelemetry in one only. */
const toCountsPerBucket = (cumulative: number[]): number[] =>
  cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0))

function histogramsOf(samples: PrometheusSample[]): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(samples, ({ labels: { le, ...attributes } }) => JSON.stringify(attributes))
  return Array.from(byLabels, ([attributes, group]) => {
    const buckets = group.filter(({ labels }) => labels.le !== undefined)
    const total = (ending: string) => group.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0
    // OpenTelemetry does not list the limit '+Inf' of the last bucket.
    const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    const counts = toCountsPerBucket(buckets.map(({ value }) => value))
    const value = { buckets: { boundaries, counts }, sum: total('_sum'), count: total('_count') }
    return { attributes: JSON.parse(attributes), value }
  })
}

function toMetricData({ name, help, type, values }: PrometheusMetric, endTime: HrTime): MetricData {
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const inTime = <Value>(points: DataPoint<Value>[]) =>
    points.map((point) => ({ startTime: START_TIME, endTime, ...point }))
  if (type === 'histogram')
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: inTime(histogramsOf(values)) }
  const finite = values.filter(({ value }) => Number.isFinite(value)) // a gauge without measurements is NaN
  const dataPoints = inTime(finite.map(({ labels, value }) => ({ attributes: labels, value })))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Returns a producer that gives OpenTelemetry the metrics of `read`, under their Prometheus names and labels. */
export const prometheusProducer = (read: () => Promise<PrometheusMetric[]>): MetricProducer => ({
  async collect() {
    const metrics = await read()
    const endTime = hrTime()
    const scopeMetrics = [
      { scope: { name: 'apoderados' }, metrics: metrics.map((metric) => toMetricData(metric, endTime)) },
    ]
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
  },
})
