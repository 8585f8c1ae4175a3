import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { watchRequests } from './requests.ts'
import { countExportFailures, gaugeServices } from './services.ts'

/** The metrics of one process. Labels have fixed values and never contain input of a caller (R29). */
export type Metrics = {
  /** Call before any other hook is added, so that every answer is counted. */
  watch(app: FastifyInstance): void
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
  /** Returns the same metrics as objects. */
  read(): Promise<MetricObjectWithValues<MetricValue<string>>[]>
}

export function createMetrics(
  services: Pick<Services, 'db' | 'passwords' | 'pushes'>,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  exportFailures?: Readonly<Record<string, number>>,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugeServices(registry, services, config)
  countExportFailures(registry, exportFailures)
  return {
    watch: (app) => watchRequests(registry, app),
    text: () => registry.metrics(),
    read: () => registry.getMetricsAsJSON(),
  }
}
