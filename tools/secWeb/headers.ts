import { once } from 'node:events'
import { connect } from 'node:net'
import { createApp } from '../../apps/server/src/app.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { api, type CallName } from '../../packages/contract/src/api.ts'
import { BASE_PATH, type Call } from '../../packages/contract/src/call.ts'
import { undoneBy } from '../suite.ts'
import { type Stage, type Verdict, verdictOf } from './stage.ts'

type Kind = 'api' | 'page' | 'asset' | 'photo' | 'plain'
type Headers = Record<string, string | string[] | number | undefined>
/** `kind` says what more than the common ones it must bring. */
type Probe = { name: string; kind: Kind; wanted: number[]; status: number; headers: Headers }

const COMMON: [name: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['x-request-id', /^[0-9a-f-]{36}$/],
]
const SHUT = /^default-src 'none'; frame-ancestors 'none'; sandbox$/
const OF_KIND: Record<Kind, [name: string, value: RegExp][]> = {
  api: [
    ['cache-control', /^no-store$/],
    ['content-security-policy', SHUT],
    ['cross-origin-resource-policy', /^same-origin$/],
  ],
  photo: [
    ['cache-control', /^private, max-age=3600$/],
    ['content-security-policy', SHUT],
    ['cross-origin-resource-policy', /^cross-origin$/],
  ],
  page: [
    ['cache-control', /^no-cache$/],
    ['content-security-policy', /^default-src 'none';script-src 'self';/],
  ],
  asset: [['cache-control', /^(public, max-age=31536000, immutable|no-cache)$/]],
  plain: [],
}
/** What tells a visitor more than he needs. */
const TELLING = ['server', 'x-powered-by', 'x-aspnet-version', 'x-version', 'via', 'etag-of-api']

function faultsOf({ name, kind, wanted, status, headers }: Probe): string[] {
  const faults: string[] = []
  if (!wanted.includes(status)) faults.push(`${name}: ${status} instead of ${wanted.join(' or ')}`)
  for (const [header, value] of [...COMMON, ...OF_KIND[kind]]) {
    // A redirect or an answer that is only 'not changed' says what the browser keeps already.
    if (status === 304 && header !== 'x-request-id') continue
    if (!value.test(`${headers[header] ?? ''}`)) faults.push(`${name}: ${header} is ${headers[header]}`)
  }
  const telling = TELLING.filter((header) => headers[header] !== undefined)
  if (telling.length > 0) faults.push(`${name}: tells ${telling.join(', ')}`)
  if (kind === 'api' && headers.etag !== undefined) faults.push(`${name}: has an ETag`)
  if ((status === 503 || status === 429) && headers['retry-after'] === undefined)
    faults.push(`${name}: says no time to come back`)
  if (status === 405 && headers.allow === undefined && kind === 'api') faults.push(`${name}: allows nothing`)
  if (headers['set-cookie'] !== undefined) faults.push(`${name}: sets a cookie`)
  return faults
}

const calls = Object.entries(api) as [CallName, Call][]
const pathOf = ({ path }: Call) => BASE_PATH + path.replace(/:\w+/, '0'.repeat(32))
const JSON_TYPE = { 'content-type': 'application/json' }

/** Each call of the table, refused in each way that it can be. */
async function ofCalls({ app }: Stage, jwt: string): Promise<Probe[]> {
  const probes: Probe[] = []
  const take = async (name: string, wanted: number[], options: object) => {
    const { statusCode: status, headers } = await app.inject(options)
    probes.push({ name, kind: 'api', wanted, status, headers })
  }
  const authorization = `Bearer ${jwt}`
  for (const [name, call] of calls) {
    const { method, needsSession } = call
    const url = pathOf(call)
    const withToken = { ...JSON_TYPE, authorization }
    const isGet = method === 'GET'
    const strange = isGet ? { url: `${url}?otro=1` } : { url, payload: '{"otro":1}' }
    await take(`${name} with an unknown field`, [400], { method, headers: withToken, ...strange })
    if (needsSession) {
      await take(`${name} without a token`, [401], {
        method,
        url,
        headers: isGet ? {} : JSON_TYPE,
        payload: isGet ? undefined : '{}',
      })
      await take(`${name} with a forged token`, [401], {
        method,
        url,
        headers: { authorization: `${authorization}x` },
      })
    }
    await take(`${name} by another method`, [405], { method: 'PUT', url, headers: JSON_TYPE, payload: '{}' })
    await take(`${name} by TRACE`, [405], { method: 'TRACE', url })
    await take(`${name} compressed`, [415], {
      method,
      url,
      headers: { ...withToken, 'content-encoding': 'gzip' },
    })
    await take(`${name} at an endless address`, [414], { method, url: `${url}?x=${'a'.repeat(3000)}` })
    if (isGet) continue
    await take(`${name} as a form`, [415], {
      method,
      url,
      headers: { ...withToken, 'content-type': 'text/plain' },
      payload: 'x',
    })
    await take(`${name} with 20 KB`, [413], {
      method,
      url,
      headers: withToken,
      payload: `"${'a'.repeat(20_000)}"`,
    })
    await take(`${name} with broken JSON`, [400], { method, url, headers: withToken, payload: '{' })
  }
  return probes
}

async function answered({ app, tokensOf }: Stage): Promise<Probe[]> {
  const [jwt = '', other = ''] = await tokensOf(2)
  const probes: Probe[] = []
  const take = async (name: string, kind: Kind, wanted: number[], options: object) => {
    const answer = await app.inject(options)
    probes.push({ name, kind, wanted, status: answer.statusCode, headers: answer.headers })
    return answer
  }
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
  for (let n = 0; n < 6; n += 1)
    await app.inject({
      ...login,
      payload: { email: 'cabeceras@example.com', password: 'x' },
      remoteAddress: '10.9.8.7',
    })
  await take('signing in too often', 'api', [429], {
    ...login,
    payload: { email: 'cabeceras@example.com', password: 'x' },
  })
  for (let n = 0; n < 601; n += 1) await app.inject({ url: `${BASE_PATH}/nada`, headers })
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
  return [...probes, ...(await ofCalls({ app } as Stage, jwtOf(await tokensOf(1))))]
}

const jwtOf = ([jwt = '']: string[]) => jwt

/** Pages, files, what the browser has already, and addresses that the router itself refuses. */
async function ofPages({ app }: Stage): Promise<Probe[]> {
  const probes: Probe[] = []
  const take = async (name: string, kind: Kind, wanted: number[], options: object) => {
    const answer = await app.inject(options)
    probes.push({ name, kind, wanted, status: answer.statusCode, headers: answer.headers })
    return answer
  }
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
  for (const url of ['/sw.js', '/theme.js', '/favicon.svg', '/manifest.webmanifest', '/index.html'])
    await take(url, 'asset', [200], { url })
  await take('POST /login', 'api', [405], { method: 'POST', url: '/login' })
  for (const url of ['/assets/nada.js', '/assets/..%2f..%2fpackage.json', '/api', '/api/v2', '/assets'])
    await take(url, 'api', [404], { url })
  await take('an address that cannot be decoded', 'api', [400], { url: `${BASE_PATH}/%zz` })
  await take('a page that cannot be decoded', 'api', [400], { url: '/%E0%A4%A' })
  await take('an endless part of an address', 'api', [404, 414], {
    url: `${BASE_PATH}/photos/${'a'.repeat(500)}`,
  })
  for (const url of ['/healthz', '/readyz']) await take(url, 'plain', [200], { url })
  return probes
}

/** What is no HTTP, or breaks its rules, is refused before there is a request. */
const BROKEN: [name: string, text: string, status: number][] = [
  ['no HTTP', 'HOLA\r\n\r\n', 400],
  ['an unknown method', 'HOLA / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['two lengths', 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
  [
    'a length and pieces',
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a bad piece',
    'POST /api/v1/mobile/parent/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    400,
  ],
  ['no host', 'GET /login HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a space in a header', 'GET /login HTTP/1.1\r\nhost: x\r\nx y: z\r\n\r\n', 400],
  ['endless headers', `GET /login HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
]

async function ofBroken({ port }: Stage): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const [name, text, wanted] of BROKEN) {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    const [head = ''] = answer.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
    probes.push({ name, kind: 'api', wanted: [wanted], status: Number(first.split(' ')[1]), headers })
  }
  return probes
}

/** A server whose database is nowhere. */
async function ofAway({ services, webRoot }: Stage): Promise<Probe[]> {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none')
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp({ ...services, db }, settings, { webRoot })
  undoneBy(() => app.close())
  const probes: Probe[] = []
  for (const [name, call] of calls.filter(
    ([, { method, needsSession }]) => needsSession && method === 'GET',
  )) {
    const jwt = services.tokens.sign({ parent_id: 1, session_id: '0'.repeat(32) }, 60)
    const { statusCode: status, headers } = await app.inject({
      url: pathOf(call),
      headers: { authorization: `Bearer ${jwt}` },
    })
    probes.push({ name: `${name} without database`, kind: 'api', wanted: [503], status, headers })
  }
  const ready = await app.inject({ url: '/readyz' })
  probes.push({
    name: '/readyz without database',
    kind: 'plain',
    wanted: [503],
    status: ready.statusCode,
    headers: ready.headers,
  })
  await db.$client.end()
  return probes
}

/** Every route with every status that it can answer: none leaves without its headers (R15, R20, R27, R28). */
export async function headersOfAll(stage: Stage): Promise<Verdict> {
  const probes = [
    ...(await answered(stage)),
    ...(await ofPages(stage)),
    ...(await ofBroken(stage)),
    ...(await ofAway(stage)),
  ]
  const statuses = [...Map.groupBy(probes, ({ status }) => status)].sort(([a], [b]) => a - b)
  const told = statuses.map(([status, { length }]) => `${status} × ${length}`).join(', ')
  return verdictOf(probes.flatMap(faultsOf), `${probes.length} answers (${told}) with all their headers`)
}
