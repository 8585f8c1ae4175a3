import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import type { Services } from '../services.ts'
import { watchRequests } from './requests.ts'
import { gaugeServices } from './services.ts'

/** As one process tells them to another. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[]

/** What one process counts of itself; every label is from a list of ours, never of a caller (R29). */
export type Metrics = {
  /** Before any other hook, so that nothing is answered uncounted. */
  watch(app: FastifyInstance): void
  figures(): Promise<Figures>
  /** In Prometheus' text format. */
  text(): Promise<string>
}

/** Of several processes the one whose loop lags most is told, not their average. */
const SLOWEST_COUNTS = ['nodejs_eventloop_lag_seconds', 'nodejs_eventloop_lag_p99_seconds']

export function createMetrics(services: Pick<Services, 'db' | 'passwords'>, dataDir: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of SLOWEST_COUNTS)
    Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' })
  gaugeServices(registry, services, dataDir)
  return {
    watch: (app) => watchRequests(registry, app),
    figures: () => registry.getMetricsAsJSON() as Promise<Figures>,
    text: () => registry.metrics(),
  }
}
