import { BASE_PATH } from '@apoderados/contract/calls/call'
import { collectLog } from '@apoderados/testing/logLines'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'

const CRASH_REPORT = {
  version: '1.0.16',
  page: '/app/agenda',
  error: 'TypeError',
  stack: ['AgendaPage-BMjFqPx3.js:1:2034', 'entry-C0_FGCcJ.js:1:77'],
}
const server = setupServer({ withMetrics: true, trustProxy: ['127.0.0.1'] })
let addressCount = 0
/** Sends a report from a new address, because each address has an hourly limit. */
const sendReport = (fields: object, options: InjectOptions = {}) => {
  addressCount += 1
  const headers = { 'x-forwarded-for': `203.0.113.${addressCount}`, ...options.headers }
  return server().send('reportClientError', fields as Record<string, unknown>, { ...options, headers })
}

async function logLinesDuring(work: () => Promise<unknown>) {
  const lines: Record<string, unknown>[] = []
  collectLog(server().app, (line) => lines.push(JSON.parse(line)))
  await work()
  return lines.filter(({ msg }) => msg === 'client error')
}
const crashMetrics = async () =>
  (await server().metrics?.text())?.match(/^apoderados_client_errors_total\S* \d+/gm)

describe('a crash report of the app', () => {
  it('is logged as an error, and counted by page', async () => {
    const lines = await logLinesDuring(async () => {
      const response = await sendReport(CRASH_REPORT, { headers: { origin: 'https://localhost' } })
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { success: true, message: 'Informe recibido' },
      ])
    })
    expect(lines).toEqual([
      {
        level: 50,
        time: expect.any(Number),
        msg: 'client error',
        reqId: expect.any(String),
        client: 'native',
        ...CRASH_REPORT,
      },
    ])
    expect(await crashMetrics()).toEqual(['apoderados_client_errors_total{page="/app/agenda"} 1'])
  })

  it('ignores the session of the request, and stores nothing in the database', async () => {
    const rows = async () =>
      (
        await server().db.execute(
          sql`select (select count(*) from audit_log) as lines, (select max(last_seen_at) from sessions) as seen`,
        )
      ).rows
    const jwt = await server().signIn(CAROLINA)
    const before = await rows()
    const [line] = await logLinesDuring(() =>
      sendReport(CRASH_REPORT, { headers: { authorization: `Bearer ${jwt}` } }),
    )
    expect(Object.keys(line ?? {}).sort()).toEqual([
      'client',
      'error',
      'level',
      'msg',
      'page',
      'reqId',
      'stack',
      'time',
      'version',
    ])
    expect(await rows()).toEqual(before)
  })

  it.each([
    ['a message', { message: 'No se pudo leer «Martina»' }],
    ['a page with a query', { page: '/app/agenda?evento=7' }],
    ['an unknown page', { page: '/app/alumnos/7' }],
    ['an unknown error', { error: 'Martina' }],
    ['a frame that is prose', { stack: ['at Martina Sepúlveda'] }],
    ['a frame with an address', { stack: ['https://colegio.example/assets/entry-C0.js:1:2'] }],
    ['a frame with a line break', { stack: ['entry-C0.js:1:2\n{"level":50}'] }],
    ['no frame', { stack: [] }],
    ['too many frames', { stack: Array(9).fill('entry-C0.js:1:2') }],
    ['a version that is not a text', { version: 1 }],
    ['another version', { version: '1.0.16; drop table' }],
  ])('is refused with %s, and not logged', async (_, wrong) => {
    const lines = await logLinesDuring(async () => {
      expect((await sendReport({ ...CRASH_REPORT, ...wrong })).statusCode).toBe(400)
    })
    expect(lines).toEqual([])
  })

  it('is accepted 10 times an hour from one address, and still from 200 others after that', async () => {
    const payload = JSON.stringify(CRASH_REPORT)
    const send = (address: string) =>
      server().app.inject({
        method: 'POST',
        url: `${BASE_PATH}/client_errors`,
        payload,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      })
    const lines = await logLinesDuring(async () => {
      for (let sent = 0; sent < 10; sent += 1) expect((await send('2001:db8::1')).statusCode).toBe(200)
      const refused = await send('2001:db8::2') // The address is in the same IPv6 network, which has one limit.
      expect(refused.statusCode).toBe(429)
      const seconds = Number(refused.headers['retry-after']) // the hour began with the first report
      expect(seconds).toBeGreaterThan(3_000)
      expect(seconds).toBeLessThanOrEqual(3_600)
      for (let host = 1; host <= 200; host += 1)
        for (let sent = 0; sent < 11; sent += 1) await send(`198.51.100.${host}`)
      expect((await send('198.51.100.201')).statusCode).toBe(200)
    })
    expect(lines).toHaveLength(10 + 200 * 10 + 1)
  })
})
