import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const webRoot = mkdtempSync(join(tmpdir(), 'apoderados-web-'))
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Apoderados</title>')
writeFileSync(join(webRoot, 'assets/app-1a2b.js'), 'export {}')
const server = setupServer({ webRoot })

const expectedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), '),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

/** Sends bytes on a new connection and returns the response. */
async function exchange(text: string) {
  const { app } = server()
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  socket.on('error', () => {}) // The server may cut the connection while the client still sends.
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = response.split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  return { first, headers: Object.fromEntries(lines.map((line) => line.split(': ', 2))), body }
}

describe('a response before the routing has all security headers', () => {
  it.each([
    [414, `${BASE_PATH}/arrears?student_id=${'1'.repeat(3000)}`],
    [400, `${BASE_PATH}/%zz`],
    [302, '/%E0%A4%A'],
    [400, '/api/%'],
    [414, `${BASE_PATH}/photos/${'a'.repeat(500)}`],
  ])('with status %i to %s', async (status, url) => {
    const response = await server().app.inject({ url })
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject(expectedHeaders)
  })

  it('and redirects a page’s path that cannot be decoded to its escaped form', async () => {
    const { headers } = await server().app.inject({ url: '/app/%?desde=correo' })
    expect(headers.location).toBe('/app/%25?desde=correo')
    expect((await server().app.inject({ url: '/app/%25' })).body).toContain('<title>Apoderados</title>')
  })

  it.each([
    ['no HTTP', 400, 'HOLA / HTTP/1.1\r\n\r\n'],
    [
      'a path like that of another site',
      400,
      'GET //evil.example/% HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ],
    [
      'such a path with a backslash',
      400,
      'GET /\\evil.example/% HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ],
    ['no Host header', 400, 'GET /login HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['headers that are too long', 431, `GET /login HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`],
  ])('for %s, with status %i', async (_, status, text) => {
    const { first, headers, body } = await exchange(text)
    expect(first).toContain(` ${status} `)
    expect(headers).toMatchObject(expectedHeaders)
    expect(JSON.parse(body)).toEqual({ success: false, message: 'La solicitud no es válida' })
  })

  it('for an unknown expectation, which is ignored', async () => {
    const head = `GET ${BASE_PATH}/arrears?student_id=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`
    const plainResponse = await exchange(`${head}\r\n`)
    const expecting = await exchange(`${head}expect: foo\r\n\r\n`)
    expect(expecting.first).toBe('HTTP/1.1 401 Unauthorized')
    expect(expecting.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(expecting.body).toBe(plainResponse.body)
  })
})

describe('a file of the web app', () => {
  it.each([
    [416, { range: 'bytes=9999-' }],
    [412, { 'if-match': '"otro"' }],
  ])('is refused with %i, and not with an internal error, for a request with %j', async (status, headers) => {
    const response = await server().app.inject({ url: '/assets/app-1a2b.js', headers })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ success: false, message: 'La solicitud no es válida' })
  })

  it('lists its allowed methods', async () => {
    const response = await server().app.inject({ method: 'POST', url: '/login' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
