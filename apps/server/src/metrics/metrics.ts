import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { createRequestMetrics } from './requests.ts'
import { registerServiceMetrics } from './services.ts'

/** The metrics of one process. The values of labels come from fixed lists, never from a caller's input (R29). */
export type Metrics = {
  /** Counts and times the requests of `app`. Call it before other hooks are added, so that every response is counted. */
  watch(app: FastifyInstance): void
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
}

export function createMetrics(
  services: Pick<Services, 'db' | 'passwords' | 'pushes'>,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerServiceMetrics(registry, services, config)
  return {
    watch: createRequestMetrics(registry),
    text: () => registry.metrics(),
  }
}
