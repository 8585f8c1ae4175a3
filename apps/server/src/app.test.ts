import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

// The path contains a folder `assets`, but only files in the `assets` folder of the build may be cached for ever.
const webRoot = join(mkdtempSync(join(tmpdir(), 'apoderados-web-')), 'assets', 'dist')
mkdirSync(join(webRoot, 'assets'), { recursive: true })
for (const page of ['index', 'login'])
  writeFileSync(join(webRoot, `${page}.html`), `<!doctype html><title>Apoderados</title><p>${page}`)
mkdirSync(join(webRoot, 'app'))
writeFileSync(join(webRoot, 'app/agenda.html'), '<!doctype html><title>Apoderados</title><p>agenda')
writeFileSync(join(webRoot, 'assets/app-1a2b.js'), 'export {}')
writeFileSync(join(webRoot, 'assets/app-1a2b.js.br'), 'compressed')
writeFileSync(join(webRoot, 'assets/.made-of'), '')
const HIDDEN_FILES = ['.git/config', '.env', 'app/.git/config', 'assets/.git/config']
for (const name of HIDDEN_FILES) {
  mkdirSync(dirname(join(webRoot, name)), { recursive: true })
  writeFileSync(join(webRoot, name), 'secret of the sources')
}

const server = setupServer({ webRoot, corsOrigins: ['https://app.example.com'] })
const serverWithoutDatabase = setupServer({ isDatabaseAway: true })

describe('pages', () => {
  it.each(['/', '/login', '/app/inicio', '/auth/recuperar_contrase%C3%B1a', '/no/existe'])(
    'answers %s with the app, which routes it',
    async (url) => {
      const response = await server().app.inject({ url })
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('<title>Apoderados</title>')
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
    },
  )

  it.each([
    ['/', 'login'],
    ['/login', 'login'],
    ['/login/?x=1', 'login'],
    ['/app/agenda', 'agenda'],
    ['/app/agenda/', 'agenda'],
    ['/app/inicio', 'index'],
    ['/app', 'index'],
  ])('answers %s with the page %s', async (url, page) => {
    expect((await server().app.inject({ url })).body).toContain(`<p>${page}`)
  })

  it('serves hashed files with an unlimited lifetime, compressed if the browser accepts it', async () => {
    const url = '/assets/app-1a2b.js'
    const uncompressed = await server().app.inject({ url })
    expect(uncompressed.body).toBe('export {}')
    expect(uncompressed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const small = await server().app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'compressed'])
    expect(small.headers['content-type']).toContain('javascript')
  })

  it('serves the hashed files of a newer build while they exist', async () => {
    const url = '/assets/app-3c4d.js'
    expect((await server().app.inject({ url })).statusCode).toBe(404)
    for (const ending of ['', '.br']) writeFileSync(join(webRoot, `${url}${ending}`), `later${ending}`)
    const small = await server().app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'later.br'])
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { headers, body, statusCode } = await server().app.inject({ method: 'HEAD', url })
    expect([statusCode, headers['content-length'], body]).toEqual([200, '5', ''])
    for (const ending of ['', '.br']) rmSync(join(webRoot, `${url}${ending}`))
    expect((await server().app.inject({ url })).statusCode).toBe(404)
  })

  it.each([
    '/assets/app-9z9z.js',
    '/assets/app-1a2b.js.br',
    '/assets/app-1a2b.js/x',
    '/assets/',
    '/assets/.made-of',
    '/assets/..%2Findex.html',
    '/assets/..%2F..%2Fpackage.json',
    '/api/otra',
    '/api',
    '/assets',
  ])('never answers %s with a page', async (url) => {
    const response = await server().app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ success: false, message: 'No encontrado' })
  })

  it.each(HIDDEN_FILES)('never serves the file at /%s', async (name) => {
    const response = await server().app.inject({ url: `/${name}` })
    expect(response.body).not.toContain('secret of the sources')
  })

  it('refuses other methods than reading', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'TRACE'] as const) {
      expect((await server().app.inject({ method, url: '/login' })).statusCode, method).toBe(405)
    }
    expect((await server().app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200)
  })
})

describe('headers', () => {
  it('of a page let it load from this origin only', async () => {
    const { headers } = await server().app.inject({ url: '/login' })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' blob: data:;connect-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';object-src 'none';require-trusted-types-for 'script';trusted-types apoderados",
    )
  })

  it.each(['/login', '/assets/app-1a2b.js', '/healthz', '/api/nada'])(
    'of %s keep browsers strict',
    async (url) => {
      const { headers } = await server().app.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
    },
  )

  it('of an API response forbid caching, content sniffing and embedding', async () => {
    const { headers } = await server().send('login', { email: CAROLINA, password: 'demo1234' })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers.etag).toBeUndefined()
  })

  it('of an API response take less than 500 bytes, compressed or refused', async () => {
    const { app } = server()
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const compressed = {
      authorization: `Bearer ${await server().signIn(CAROLINA)}`,
      'accept-encoding': 'gzip, br',
    }
    for (const headers of [compressed, {}]) {
      const [response] = await once(get({ port, path: `${BASE_PATH}/auth/profile`, headers }), 'response')
      const { statusCode, statusMessage, rawHeaders } = response as IncomingMessage
      response.resume()
      // Each name is followed by ': ', each value and the status line by a line end.
      const head = [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...rawHeaders, ''].join('::')
      expect(head.length, rawHeaders.join('\n')).toBeLessThan(500)
    }
  })

  it('are as strict if the path is written differently', async () => {
    const { headers } = await server().app.inject({ url: `/%61pi/v1/mobile/parent/arrears` })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('never repeat a request id from the caller', async () => {
    const { headers } = await server().app.inject({ url: '/healthz', headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).not.toBe('mine')
  })

  it.each([
    ['https://localhost', true],
    ['https://app.example.com', true],
    ['https://app.example.com.evil.test', false],
    ['http://localhost', false],
    ['null', false],
  ])('allow %s to call: %s', async (origin, isAllowed) => {
    const preflight = await server().app.inject({
      method: 'OPTIONS',
      url: `${BASE_PATH}/auth/profile`,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined)
    const response = await server().app.inject({ url: `${BASE_PATH}/auth/profile`, headers: { origin } })
    expect(response.headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined)
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    expect(response.headers['access-control-expose-headers']).toBe(
      'x-request-id, retry-after, content-disposition',
    )
  })
})

describe('large responses', () => {
  it('are compressed', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { headers } = await server().send(
      'getProfile',
      {},
      { jwt, headers: { 'accept-encoding': 'br', authorization: `Bearer ${jwt}` } },
    )
    expect(headers['content-encoding']).toBe('br')
  })
})

describe('health', () => {
  it('is alive and ready, and not ready while it drains', async () => {
    expect((await server().app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await server().app.inject({ url: '/readyz' })).statusCode).toBe(200)
    server().drain.start()
    const draining = await server().app.inject({ url: '/readyz' })
    expect([draining.statusCode, draining.headers.connection]).toEqual([503, 'close'])
    expect((await server().app.inject({ url: '/healthz' })).statusCode).toBe(200)
  })
})

describe('bytes that are not HTTP', () => {
  it('are refused with an error of the usual form', async () => {
    if (!server().app.server.listening) await server().app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server().app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.write('FOO / HTTP/1.1\r\nauthorization: Bearer secret\r\n\r\n')
    await once(socket, 'close')
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
      success: false,
      message: 'La solicitud no es válida',
    })
  })
})

describe('without a database', () => {
  it('stays alive and answers 503 with Retry-After', async () => {
    expect((await serverWithoutDatabase().app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await serverWithoutDatabase().app.inject({ url: '/readyz' })).statusCode).toBe(503)
    const response = await serverWithoutDatabase().send('login', { email: CAROLINA, password: 'demo1234' })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toEqual({
      success: false,
      message: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
    })
  })
})
