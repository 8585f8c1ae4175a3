import { prometheusProducer } from '@apoderados/telemetry/prometheusProducer'
import { Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { useCollector } from '../testing/telemetry/collector.ts'
import { useServer } from '../testing/testServer.ts'

const collector = useCollector()
const server = useServer({ withTelemetry: true, withMetrics: true })

describe('the metrics that a collector receives', () => {
  it('are those that Prometheus reads', async () => {
    await server().send('getProfile')
    const text = (await server().metrics?.text()) ?? ''
    await server().telemetry?.stop()
    const names = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name)
    expect(names).toContain('apoderados_telemetry_export_failures_total')
    expect([...new Set(collector.metricNames())].sort()).toEqual(names.sort())
    expect(collector.resource('/v1/metrics')).toMatchObject({ 'service.name': 'apoderados' })
  })

  it('count in each bucket of a histogram what Prometheus counts in the larger ones too', async () => {
    const registry = new Registry()
    const seconds = new Histogram({
      ...{ name: 'seconds', help: 'h', labelNames: ['route'], buckets: [1, 2], registers: [registry] },
    })
    for (const value of [0.5, 1.5, 1.6, 9]) seconds.observe({ route: '/a' }, value)
    seconds.observe({ route: '/b' }, 2)
    const producer = prometheusProducer(() => registry.getMetricsAsJSON())
    const { resourceMetrics } = await producer.collect()
    const [metric] = resourceMetrics.scopeMetrics[0]?.metrics ?? []
    expect(metric?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ route: '/a' }, { buckets: { boundaries: [1, 2], counts: [1, 2, 1] }, sum: 12.6, count: 4 }],
      [{ route: '/b' }, { buckets: { boundaries: [1, 2], counts: [0, 1, 0] }, sum: 2, count: 1 }],
    ])
  })
})
