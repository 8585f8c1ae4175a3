import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCollector } from '../testing/telemetry/collector.ts'
import { useServer } from '../testing/testServer.ts'
import { useProductLimits } from '../testing/useProductLimits.ts'

/** Sets environment variables of the OpenTelemetry SDK before the server starts. */
function useEnvironmentVariables(variables: Record<string, string>): void {
  beforeAll(() => void Object.assign(process.env, variables))
  afterAll(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
}
const isTelemetryLine = (line: string) => line.includes('telemetry')

describe('a collector that refuses', () => {
  const lines: string[] = []
  // Each span is sent at once, and the SDK does not repeat a request that was answered with 400.
  useEnvironmentVariables({ OTEL_BSP_SCHEDULE_DELAY: '1' })
  const { replies, received } = useCollector({ status: 400 })
  const server = useServer({
    ...{ withTelemetry: true, withMetrics: true, log: { write: (line) => lines.push(line) } },
  })
  const failures = async () => {
    const text = (await server().metrics?.text()) ?? ''
    return Number(/^apoderados_telemetry_export_failures_total\{signal="traces"\} (\d+)/m.exec(text)?.[1])
  }

  it('is counted at each export, logged at the first, and logged once more when it accepts again', async () => {
    while ((await failures()) < 3) expect((await server().send('getProfile')).statusCode).toBe(401)
    expect(lines.filter(isTelemetryLine).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: 'telemetry not sent', signal: 'traces', code: '400' }),
    ])
    replies.status = 200
    const before = received.length
    await server().send('getProfile')
    await expect.poll(() => lines.filter(isTelemetryLine).length, { interval: 5 }).toBe(2)
    expect(received.length).toBeGreaterThan(before)
    expect(JSON.parse(lines.filter(isTelemetryLine)[1] ?? '')).toMatchObject({
      level: 30,
      msg: 'telemetry sent again',
    })
    expect(lines.join('')).not.toContain('127.0.0.1')
  })
})

describe('a collector that never answers', () => {
  useProductLimits('telemetryStopMs')
  // With these variables, the SDK itself would wait ten minutes for an answer.
  useEnvironmentVariables({
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
    OTEL_BSP_SCHEDULE_DELAY: '1',
  })
  const { replies, received } = useCollector()
  const server = useServer({ withTelemetry: true, withMetrics: true })

  it('holds up neither an answer nor the stop', async () => {
    replies.status = undefined
    await server().send('getProfile')
    await expect.poll(() => received.length, { interval: 5 }).toBeGreaterThan(0)
    expect((await server().send('getProfile')).statusCode).toBe(401)
    await server().telemetry?.stop()
    expect(await server().metrics?.text()).toContain('signal="traces"} 0')
  })
})
