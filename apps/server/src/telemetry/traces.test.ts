import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPush } from '../push/push.ts'
import { type ReceivedSpan, useCollector } from '../testing/telemetry/collector.ts'
import { CAROLINA, useServer } from '../testing/testServer.ts'
import { sendEvents } from './sends.ts'

const logLines: string[] = []
const collector = useCollector()
const server = useServer({
  ...{ withTelemetry: true, trustProxy: ['127.0.0.1'] },
  log: { write: (line) => logLines.push(line) },
})

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_ADDRESS = '203.0.113.77'
const requestHeaders = {
  'user-agent': 'Navegador-de-Carolina/7',
  'x-forwarded-for': CALLER_ADDRESS,
  traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
}
const RECORD_ID = '0123456789abcdef'.repeat(2)
const callFields: Record<string, unknown> = {
  ...{ email: CAROLINA, password: 'clave-de-nadie', token: 'codigo-secreto', new_password: 'clave-nueva-1' },
  ...{ current_password: 'clave-mala-9', password1: 'clave-nueva-1', password2: 'clave-nueva-1' },
  ...{ student_id: '1', establishment_sub_period_id: '1', course_subject_id: '1', school: '1', parent: '1' },
  ...{ date: '17/08/2026', date_start: '01/08/2026', date_end: '31/08/2026', kind: null },
  ...{
    id: RECORD_ID,
    session: RECORD_ID,
    session_id: RECORD_ID,
    expires: '1795262400',
    signature: 'firma'.repeat(9).slice(2),
  },
  ...{ version: '1.0.15', page: '/app/agenda', error: 'TypeError', stack: ['entry-C0_FGCcJ.js:1:2034'] },
  ...{
    until: '2026-08-17T12:00:00-04:00',
    secret: RECORD_ID + RECORD_ID,
    quiet_from: null,
    quiet_until: null,
  },
  ...{ students: [{ student_id: 1, kinds: { grade: true } }], show_detail: false },
}
const calls = Object.entries(api) as [CallName, Call][]
const jwts: string[] = []
let requestCount = 0
let spans: ReceivedSpan[] = []

async function sendCall(name: CallName, jwt?: string): Promise<void> {
  const given = Object.fromEntries(
    Object.keys(api[name].request.shape).map((field) => [
      field,
      field === 'student_id' && api[name].method !== 'GET' ? 1 : callFields[field],
    ]),
  )
  requestCount += 1
  await server().send(name, given, { headers: requestHeaders, ...(jwt !== undefined && { jwt }) })
}

async function signIn(): Promise<string> {
  requestCount += 1
  const jwt = await server().signIn(CAROLINA, { headers: requestHeaders })
  jwts.push(jwt)
  return jwt
}

/** Sends all calls with and without a session, requests pages, and causes an error, a mail and a notification. */
beforeAll(async () => {
  const { app, services, telemetry } = server()
  for (const [name] of calls) {
    await sendCall(name, await signIn())
    await sendCall(name)
  }
  for (const url of ['/no-existe/12345678-5', `${BASE_PATH}/nada?email=${CAROLINA}`, '/healthz']) {
    requestCount += 1
    await app.inject({ url, headers: requestHeaders })
  }
  // These are more calls than the pool has connections, so that some statements wait for a connection.
  await Promise.all(Array.from({ length: 30 }, () => signIn()))
  const sent = Promise.withResolvers<void>()
  sendEvents.asyncEnd.subscribe(() => sent.resolve())
  services.mails.start(app.log)
  await sent.promise
  await services.mails.stop()
  const message = { title: 'Martina', body: '5,8', tag: '1-grade', batch: '1', url: '/app?alumno=1' }
  await createPush({ fcm: async () => ({ outcome: 'gone' }) }, services.keys).send(
    'token-de-un-telefono',
    message,
  )
  services.passwords.matches = async () => {
    throw new Error(`fallo de ${CAROLINA}`)
  }
  await sendCall('login')
  await telemetry?.stop()
  spans = collector.spans()
})

const serverSpans = () => spans.filter(({ kind }) => kind === 'server')
const childSpansOf = ({ spanId, traceId }: ReceivedSpan) =>
  spans.filter((span) => span.parentId === spanId && span.traceId === traceId)
const routes = calls.map(([, { method, path }]) => `${method} ${path}`)

describe('traces', () => {
  it('have one span for each request, named by its method and route', () => {
    const names = serverSpans().map(({ name }) => name)
    expect(names).toHaveLength(requestCount)
    expect(routes.filter((route) => !names.includes(route))).toEqual([])
    expect(names.filter((name) => !routes.includes(name)).sort()).toEqual([
      ...['GET /healthz', 'GET unknown', 'GET unknown'],
    ])
  })

  it('have the standard attributes of an answer', () => {
    const answered = serverSpans().find(
      ({ name, attributes }) => name === 'GET /arrears' && attributes['http.response.status_code'] === 200,
    )
    expect(answered?.attributes).toEqual({
      ...{ 'http.request.method': 'GET', 'http.route': '/arrears', 'http.response.status_code': 200 },
    })
    expect(answered?.hasFailed).toBe(false)
    const failed = serverSpans().filter(({ hasFailed }) => hasFailed)
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['POST /auth/login', '500'],
    ])
  })

  it('have a span for each statement of a call, by its prepared name', () => {
    const answered = serverSpans().filter(({ name }) => name === 'GET /arrears')
    const statements = answered.map((span) => childSpansOf(span).map(({ name }) => name))
    expect(statements).toContainEqual(expect.arrayContaining(['access', 'arrears', 'class_days']))
    const arrears = spans.find(({ name }) => name === 'arrears')
    expect(arrears?.kind).toBe('client')
    expect(arrears?.attributes).toEqual({
      ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'select', 'db.query.summary': 'arrears' },
    })
  })

  it('have the statements of each call below its own span, also after its body was read or it waited', () => {
    const signIns = serverSpans().filter(({ name }) => name === 'POST /auth/login')
    expect(signIns.length).toBeGreaterThan(30)
    const claims = signIns.map(
      (span) => childSpansOf(span).filter(({ name }) => name === 'claim_attempt').length,
    )
    expect(new Set(claims)).toEqual(new Set([2])) // one attempt of the account and one of the address
  })

  it('have a span for each mail and notification, by its kind', () => {
    const sends = spans.filter(({ name }) => name.startsWith('send '))
    expect(sends.map(({ name, attributes }) => [name, attributes])).toEqual(
      expect.arrayContaining([
        ['send mail recovery_code', expect.objectContaining({ 'apoderados.send.kind': 'recovery_code' })],
        ['send push fcm', expect.objectContaining({ 'apoderados.send.outcome': 'gone' })],
      ]),
    )
  })

  it('ignore the trace of the caller', () => {
    expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE_ID)
    expect(serverSpans().every(({ parentId }) => parentId === '')).toBe(true)
  })

  it('have the id that is in the log lines of the request', () => {
    const logged = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(logged.map(({ trace_id }) => trace_id).sort()).toEqual(
      serverSpans()
        .map(({ traceId }) => traceId)
        .sort(),
    )
    expect(logLines.find((line) => line.includes('request failed'))).toContain('"trace_id"')
  })

  it('name the process, but neither its machine nor its user', () => {
    const { 'service.instance.id': instance, ...resource } = collector.resource('/v1/traces')
    expect(instance).toMatch(/^[0-9a-f-]{36}$/)
    expect(resource).toEqual({
      ...{ 'service.name': 'apoderados', 'service.version': '1.0.16', 'telemetry.sdk.language': 'nodejs' },
      ...{ 'telemetry.sdk.name': 'opentelemetry', 'telemetry.sdk.version': expect.any(String) },
    })
  })
})

describe('no personal data is in traces', () => {
  it('neither the school’s, nor a caller’s', async () => {
    const { rows } = await server().db.execute<{ value: string }>(sql`
      select unnest(array[email, phone, rut, name, last_name]) as value from parents
      union select unnest(array[rut, name, last_name, second_last_name]) from students
      union select id from sessions union select token from push_tokens
    `)
    const values = rows.map(({ value }) => value).filter((value) => value && value.length > 3)
    expect(values.length).toBeGreaterThan(100)
    const requestIds = logLines.map((line) => JSON.parse(line).reqId as string).filter(Boolean)
    const secrets = [
      ...Object.values(requestHeaders),
      CALLER_ADDRESS,
      RECORD_ID,
      ...jwts,
      ...requestIds,
      '12345678-5',
      'Martina',
    ]
    const texts = Object.values(callFields).filter((value) => typeof value === 'string' && value.length > 3)
    const bytes = collector.bytes()
    expect(bytes.length).toBeGreaterThan(10_000)
    expect([...values, ...secrets, ...texts].filter((value) => bytes.includes(String(value)))).toEqual([])
  })

  it('only attributes and values from lists', () => {
    const allowed: Record<string, RegExp> = {
      'http.request.method': /^(GET|POST|DELETE)$/,
      'http.route': /^(unknown|\/healthz)$/,
      'http.response.status_code': /^[1-5]\d\d$/,
      'error.type': /^(500|[0-9A-Z]{5})$/,
      'apoderados.limit': /^[a-z_-]+$/,
      'db.system.name': /^postgresql$/,
      'db.operation.name': /^(select|insert|update|delete|with|begin|commit|rollback|other)$/,
      'db.query.summary': /^[a-z_]+$/,
      'apoderados.send.channel': /^(mail|push)$/,
      'apoderados.send.kind': /^[a-z_]+$/,
      'apoderados.send.outcome': /^[a-z_]+$/,
    }
    const isAllowed = ([key, value]: [string, string | number]) =>
      (key === 'http.route' && calls.some(([, { path }]) => path === value)) ||
      allowed[key]?.test(String(value))
    const attributes = spans.flatMap((span) => Object.entries(span.attributes))
    expect(attributes.length).toBeGreaterThan(100)
    expect(attributes.filter((each) => !isAllowed(each))).toEqual([])
  })
})
