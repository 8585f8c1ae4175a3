import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Services } from '../services.ts'
import { watchRequests } from './requests.ts'
import { gaugeServices } from './services.ts'

/** What one process counts of itself; every label is from a list of ours, never of a caller (R29). */
export type Metrics = {
  /** Before any other hook, so that nothing is answered uncounted. */
  watch(app: FastifyInstance): void
  /** In Prometheus' text format. */
  text(): Promise<string>
}

export function createMetrics(services: Pick<Services, 'db' | 'passwords'>, dataDir: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugeServices(registry, services, dataDir)
  return {
    watch: (app) => watchRequests(registry, app),
    text: () => registry.metrics(),
  }
}
