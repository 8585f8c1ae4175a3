import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import { openDatabase } from '@apoderados/core/db/client/open'
import { createApp } from '@apoderados/server/app'
import { onCleanup } from '../../support/suite.ts'
import { headerFaultsOf, type Probe, type ResponseKind } from './headerRules.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

const apiCalls = Object.entries(api) as [CallName, Call][]
const pathOf = ({ path }: Call) => BASE_PATH + path.replace(/:\w+/, '0'.repeat(32))
const JSON_HEADERS = { 'content-type': 'application/json' }

function createProbeCollector(app: WebTestEnvironment['app']) {
  const probes: Probe[] = []
  async function probe(name: string, kind: ResponseKind, expectedStatuses: number[], options: object) {
    const response = await app.inject(options)
    probes.push({ name, kind, expectedStatuses, status: response.statusCode, headers: response.headers })
    return response
  }
  return { probes, take: probe }
}

/** Sends each call of the API in ways that must be refused, such as without a token or with an unknown field. */
async function probeCalls({ app }: Pick<WebTestEnvironment, 'app'>, jwt: string): Promise<Probe[]> {
  const { probes, take: probeKind } = createProbeCollector(app)
  const probe = (name: string, expectedStatuses: number[], options: object) =>
    probeKind(name, 'api', expectedStatuses, options)
  const authorization = `Bearer ${jwt}`
  for (const [name, call] of apiCalls) {
    const { method, needsSession } = call
    const url = pathOf(call)
    const withToken = { ...JSON_HEADERS, authorization }
    const isGet = method === 'GET'
    const unknownField = isGet ? { url: `${url}?otro=1` } : { url, payload: '{"otro":1}' }
    await probe(`${name} with an unknown field`, [400], { method, headers: withToken, ...unknownField })
    if (needsSession) {
      await probe(`${name} without a token`, [401], {
        method,
        url,
        headers: isGet ? {} : JSON_HEADERS,
        payload: isGet ? undefined : '{}',
      })
      await probe(`${name} with a forged token`, [401], {
        method,
        url,
        headers: { authorization: `${authorization}x` },
      })
    }
    await probe(`${name} by another method`, [405], {
      method: 'PUT',
      url,
      headers: JSON_HEADERS,
      payload: '{}',
    })
    await probe(`${name} by TRACE`, [405], { method: 'TRACE', url })
    await probe(`${name} compressed`, [415], {
      method,
      url,
      headers: { ...withToken, 'content-encoding': 'gzip' },
    })
    await probe(`${name} at an endless address`, [414], { method, url: `${url}?x=${'a'.repeat(3000)}` })
    if (isGet) continue
    await probe(`${name} as a form`, [415], {
      method,
      url,
      headers: { ...withToken, 'content-type': 'text/plain' },
      payload: 'x',
    })
    await probe(`${name} with 20 KB`, [413], {
      method,
      url,
      headers: withToken,
      payload: `"${'a'.repeat(20_000)}"`,
    })
    await probe(`${name} with broken JSON`, [400], { method, url, headers: withToken, payload: '{' })
  }
  return probes
}

async function probeResponses({ app, tokensOf }: WebTestEnvironment): Promise<Probe[]> {
  const [jwt = '', other = '', third = ''] = await tokensOf(3)
  const { probes, take } = createProbeCollector(app)
  const headers = { authorization: `Bearer ${jwt}` }
  for (const path of [
    '/auth/profile',
    '/arrears?student_id=1',
    '/courses/classmates?student_id=1',
    '/observations?student_id=1',
  ])
    await take(path, 'api', [200], {
      url: BASE_PATH + path,
      headers: { ...headers, 'accept-encoding': 'br' },
    })
  await take('another family', 'api', [404], { url: `${BASE_PATH}/arrears?student_id=999999`, headers })
  const profile = await take('profile', 'api', [200], { url: `${BASE_PATH}/auth/profile`, headers })
  const photo: string = profile
    .json()
    .students.map((student: { establishment: { insign: string } }) => student.establishment?.insign)
    .find(Boolean)
  await take('a photo', 'photo', [200], { url: photo })
  await take('a photo with a forged signature', 'api', [404], { url: `${photo.slice(0, -3)}abc` })
  const login = { method: 'POST', url: `${BASE_PATH}/auth/login` }
  await take('signing in', 'api', [200], {
    ...login,
    payload: { email: 'apoderada@example.com', password: 'demo1234' },
  })
  const wrongSignIn = {
    ...login,
    payload: { email: 'cabeceras@example.com', password: 'x' },
    remoteAddress: '10.9.8.7',
  }
  // From the fifth attempt on there is a pause after each, which doubles; on a slow machine the first ones are too short.
  for (let attempt = 1, status = 401; status !== 429 && attempt <= 15; attempt += 1) {
    const expected = attempt < 15 ? [401, 429] : [429]
    status = (await take('signing in too often', 'api', expected, wrongSignIn)).statusCode
  }
  for (let n = 0; n < 600; n += 1)
    await app.inject({ url: `${BASE_PATH}/arrears`, headers: { authorization: `Bearer ${other}` } })
  await take('a session too fast', 'api', [429], {
    url: `${BASE_PATH}/arrears`,
    headers: { authorization: `Bearer ${other}` },
  })
  await take('signing out', 'api', [200], {
    method: 'DELETE',
    url: `${BASE_PATH}/auth/sessions/current`,
    headers,
  })
  await take('an unknown call', 'api', [404], { url: `${BASE_PATH}/nada` })
  await take('asking before', 'plain', [204], {
    method: 'OPTIONS',
    url: `${BASE_PATH}/auth/login`,
    headers: { origin: 'https://localhost', 'access-control-request-method': 'POST' },
  })
  return [...probes, ...(await probeCalls({ app }, third))]
}

/** Requests pages, files, files that the browser has stored, and addresses that the router itself refuses. */
async function probePages({ app }: WebTestEnvironment): Promise<Probe[]> {
  const { probes, take } = createProbeCollector(app)
  const page = await take('/login', 'page', [200], { url: '/login' })
  await take('HEAD /login', 'page', [200], { method: 'HEAD', url: '/login' })
  const asset = /\/assets\/[\w.-]+\.js/.exec(page.body)?.[0] ?? ''
  const script = await take(asset, 'asset', [200], { url: asset })
  await take('a compressed file', 'asset', [200], { url: asset, headers: { 'accept-encoding': 'br' } })
  await take('a file that the browser has', 'asset', [304], {
    url: asset,
    headers: { 'if-none-match': `${script.headers.etag}` },
  })
  await take('a piece of a file', 'asset', [206], { url: asset, headers: { range: 'bytes=0-9' } })
  await take('a piece that there is not', 'api', [416], {
    url: asset,
    headers: { range: 'bytes=99999999-' },
  })
  for (const url of [
    '/sw.js',
    '/theme.js',
    '/earlyRequests.js',
    '/favicon.svg',
    '/manifest.webmanifest',
    '/index.html',
  ])
    await take(url, 'asset', [200], { url })
  await take('POST /login', 'api', [405], { method: 'POST', url: '/login' })
  for (const url of ['/assets/nada.js', '/assets/..%2f..%2fpackage.json', '/api', '/api/v2', '/assets'])
    await take(url, 'api', [404], { url })
  await take('an address that cannot be decoded', 'api', [400], { url: `${BASE_PATH}/%zz` })
  await take('a page that cannot be decoded, led to Not Found', 'api', [302], { url: '/%E0%A4%A' })
  await take('an endless part of an address', 'api', [404, 414], {
    url: `${BASE_PATH}/photos/${'a'.repeat(500)}`,
  })
  for (const url of ['/healthz', '/readyz']) await take(url, 'plain', [200], { url })
  return probes
}

/** Sends the reads that need a session, and a readiness check, to a server whose database cannot be reached. */
async function probeWithoutDatabase({ services, webRoot }: WebTestEnvironment): Promise<Probe[]> {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none')
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp({ ...services, db }, settings, { webRoot })
  onCleanup(() => app.close())
  const probes: Probe[] = []
  for (const [name, call] of apiCalls.filter(
    ([, { method, needsSession }]) => needsSession && method === 'GET',
  )) {
    const jwt = services.tokens.sign({ parent_id: 1, session_id: '0'.repeat(32) }, 60)
    const { statusCode: status, headers } = await app.inject({
      url: pathOf(call),
      headers: { authorization: `Bearer ${jwt}` },
    })
    probes.push({ name: `${name} without database`, kind: 'api', expectedStatuses: [503], status, headers })
  }
  const readiness = await app.inject({ url: '/readyz' })
  probes.push({
    name: '/readyz without database',
    kind: 'plain',
    expectedStatuses: [503],
    status: readiness.statusCode,
    headers: readiness.headers,
  })
  await db.$client.end()
  return probes
}

/** Checks the headers of calls, pages and files, in good answers and in many kinds of refusal (R15, R20, R27, R28). */
export async function checkHeaders(environment: WebTestEnvironment): Promise<WebVerdict> {
  const probes = [
    ...(await probeResponses(environment)),
    ...(await probePages(environment)),
    ...(await probeWithoutDatabase(environment)),
  ]
  const statuses = [...Map.groupBy(probes, ({ status }) => status)].sort(([a], [b]) => a - b)
  const summary = statuses.map(([status, { length }]) => `${status} × ${length}`).join(', ')
  return verdictOf(
    probes.flatMap(headerFaultsOf),
    `${probes.length} answers (${summary}) with all their headers`,
  )
}
