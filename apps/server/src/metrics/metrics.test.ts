import { BASE_PATH } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, inject, it } from 'vitest'
import { createMetrics } from './metrics.ts'

const server = setupServer({ withMetrics: true })
const configWith = (databaseUrl?: string) => ({ dataDir: inject('dataDir'), databaseUrl })
const metricsText = async () => (await server().metrics?.text()) ?? ''

/** Returns the value of the series with this name and exactly these labels. */
async function metricValue(series: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((line) => line.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
const responseCount = (route: string, status: number | string, method = 'GET') =>
  metricValue(`apoderados_requests_total{method="${method}",route="${route}",status="${status}"}`)

describe('the metrics of a process', () => {
  it('contain the pool, the queues, the event loop and the build', async () => {
    await server().send('requestRecovery', { email: CAROLINA })
    expect(await metricValue('apoderados_database_up')).toBe(1)
    expect(await metricValue('apoderados_mails_waiting')).toBe(1)
    expect(await metricValue('apoderados_database_connections')).toBeGreaterThan(0)
    for (const name of [
      'apoderados_database_connections_idle',
      'apoderados_database_calls_waiting',
      'apoderados_mails_oldest_seconds',
      'apoderados_pushes_waiting 0',
      'apoderados_pushes_oldest_seconds 0',
      'apoderados_pushes_total{outcome="sent"} 0',
      'apoderados_hashes_waiting',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'apoderados_build_info{version="1.',
    ]) {
      expect(await metricsText(), name).toContain(`\n${name}`)
    }
  })

  it('contain the time of the last backup, and the disk of DATA_DIR', async () => {
    expect(await metricValue('apoderados_last_backup_timestamp_seconds')).toBe(0)
    const backupTime = new Date('2026-11-20T06:30:00Z')
    await server().db.$client.query(
      `insert into audit_log (action, at, detail) values
        ('operator', $1, '{"command": "backup"}'), ('operator', now(), '{"command": "import"}')`,
      [backupTime],
    )
    const fresh = await createMetrics(server().services, configWith(server().url)).text()
    expect(fresh).toContain(`\napoderados_last_backup_timestamp_seconds ${backupTime.getTime() / 1000}\n`)
    const [free, size] = [
      await metricValue('apoderados_data_dir_free_bytes'),
      await metricValue('apoderados_data_dir_size_bytes'),
    ]
    expect([free > 0, size >= free]).toEqual([true, true])
  })

  it('count responses by route, with their duration', async () => {
    const jwt = await server().signIn(CAROLINA)
    await server().send('getArrears', { student_id: '1' }, { jwt })
    await server().send('getArrears', { student_id: 'x' }, { jwt })
    expect([await responseCount('/arrears', 200), await responseCount('/arrears', 400)]).toEqual([1, 1])
    const buckets = 'apoderados_request_duration_seconds_bucket{le="8",method="GET",route="/arrears"}'
    expect(await metricValue(buckets)).toBe(2)
    expect(await metricValue('apoderados_requests_in_flight')).toBe(0)
  })

  it('count sign-ins by outcome, and refusals by limit', async () => {
    const email = 'nadie@example.com'
    // After the sixth and each further failed sign-in, the account refuses sign-ins with 429 during a pause, which
    // doubles each time: within 12 attempts, it becomes longer than even a slow machine takes to the next attempt.
    const statuses: number[] = []
    while (statuses.length < 12 && statuses.at(-1) !== 429)
      statuses.push((await server().login(email, 'mala')).statusCode)
    expect(statuses.at(-1)).toBe(429)
    await server().login('sin arroba', 'mala')
    const outcome = (name: string) => metricValue(`apoderados_sign_ins_total{outcome="${name}"}`)
    expect([await outcome('refused'), await outcome('slowed down'), await outcome('not valid')]).toEqual([
      statuses.length - 1,
      1,
      1,
    ])
    expect(await metricValue('apoderados_refused_total{limit="login"}')).toBe(1)
  })

  it('neither grow with the input of callers, nor repeat it', async () => {
    const seriesNow = async () =>
      (await metricsText()).split('\n').filter((line) => !line.startsWith('#')).length
    const sendInEveryPlace = async (input: string) => {
      for (const method of ['GET', 'POST', 'PUT', 'PROPFIND'] as const) {
        for (const url of [
          `/${input}`,
          `${BASE_PATH}/${input}?email=${input}@example.com`,
          `/assets/${input}.js`,
        ]) {
          await server().app.inject({ method: method as 'GET', url, headers: { 'x-request-id': input } })
        }
      }
      await server().send('getPhoto', { id: input, session: input, expires: input, signature: input })
    }
    await sendInEveryPlace('primero')
    const before = await seriesNow()
    for (let number = 0; number < 20; number += 1) await sendInEveryPlace(`marca${number}`)
    expect(await seriesNow()).toBe(before)
    expect(await metricsText()).not.toMatch(/primero|marca|@|%40/)
    expect(await responseCount('unknown', 404)).toBeGreaterThan(20)
    expect(await metricsText()).toContain('method="other"')
  })
})
