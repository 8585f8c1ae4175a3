import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '../../testing/signedIn.ts'
import { getSession } from '../session/store.ts'
import type { ApiError } from './api.ts'
import { download, fileName } from './download.ts'

const documentLink = `/api/v1/mobile/parent/documents/${'a'.repeat(32)}`
const fetchMock = vi.fn<(request: Request, options: { signal: AbortSignal }) => Promise<Response>>()

function respondWith(body: BodyInit | null, headers: Record<string, string> = {}, status = 200) {
  fetchMock.mockImplementation(
    async () => new Response(body, { status, headers: { 'content-type': 'application/pdf', ...headers } }),
  )
}

function startDownload(of = documentLink) {
  const stop = new AbortController()
  const reported: number[] = []
  const result = download(of, { signal: stop.signal, onProgress: (percent) => reported.push(percent) })
  return { stop, reported, result }
}

const failureOf = (of?: string): Promise<ApiError> =>
  startDownload(of).result.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: ApiError) => error,
  )

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
  signedIn()
})
afterEach(() => vi.useRealTimers())

describe('a document', () => {
  it('arrives with its bytes, type and name', async () => {
    respondWith('%PDF-1', { 'content-disposition': 'attachment; filename="guia.pdf"', 'content-length': '6' })
    const { name, content } = await startDownload().result
    expect([name, content.type, await content.text()]).toEqual(['guia.pdf', 'application/pdf', '%PDF-1'])
  })

  it('is requested with the token at the API’s origin, without following redirects', async () => {
    respondWith('x')
    await startDownload().result
    const [request] = fetchMock.mock.calls[0] ?? []
    expect(request?.url).toBe(`http://localhost:3000${documentLink}`)
    expect(request?.headers.get('authorization')).toBe('Bearer token')
    expect(request).toMatchObject({ redirect: 'error', cache: 'no-store' })
  })

  it.each([
    'https://example.com/api/v1/mobile/parent/documents/1',
    '//example.com/api/v1/mobile/parent/documents/1',
    '/api/v1/mobile/parent/documents/../auth/logout',
    '/api/v1/mobile/parent/documents/%2e%2e/auth/logout',
    '/api/v1/mobile/parent/documents/..\\auth',
    '/api/v1/mobile/parent/photos/1',
    'javascript:alert(1)',
    '',
  ])('at %j is not requested', async (other) => {
    expect((await failureOf(other)).code).toBe('bad_response')
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

describe('a download fails', () => {
  it('when the response is cut short or empty', async () => {
    respondWith('half', { 'content-length': '8' })
    expect((await failureOf()).code).toBe('network')
    respondWith(null)
    expect((await failureOf()).code).toBe('network')
  })

  it('with the server’s message', async () => {
    respondWith('{"success":false,"message":"No encontrado"}', { 'content-type': 'application/json' }, 404)
    expect(await failureOf()).toMatchObject({ code: 'http_404', message: 'No encontrado' })
    expect(getSession().auth_token).toBe('token')
  })

  it('when the response is an HTML page', async () => {
    respondWith('<h1>Wi-Fi</h1>', { 'content-type': 'text/html; charset=utf-8' })
    expect((await failureOf()).code).toBe('bad_response')
  })

  it('when the connection breaks', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failureOf()).toMatchObject({ code: 'network', message: '' })
  })
})

describe('a 401', () => {
  it('signs out', async () => {
    respondWith('{"success":false,"message":"Token inválido"}', { 'content-type': 'application/json' }, 401)
    expect((await failureOf()).code).toBe('http_401')
    expect(getSession().auth_token).toBeNull()
  })

  it('does not sign out if it is a proxy’s page', async () => {
    respondWith('<h1>Proxy</h1>', { 'content-type': 'text/html' }, 401)
    await failureOf()
    expect(getSession().auth_token).toBe('token')
  })
})

describe('the time limit', () => {
  /** Answers at once with a body whose parts the test sends. */
  function stream() {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    fetchMock.mockImplementation(async (_, { signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (streamController) => {
          controller = streamController
          signal.addEventListener('abort', () => streamController.error(signal.reason))
        },
      })
      return new Response(body)
    })
    return {
      send: () => controller?.enqueue(new Uint8Array(1)),
      end: () => controller?.close(),
    }
  }

  it('does not apply while bytes arrive', async () => {
    vi.useFakeTimers()
    const { send, end } = stream()
    const { result } = startDownload()
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(7_000)
      send()
    }
    await vi.advanceTimersByTimeAsync(7_000)
    end()
    expect((await result).content.size).toBe(5)
  })

  it('ends a download after 8 s without bytes', async () => {
    vi.useFakeTimers()
    const { send } = stream()
    const failed = failureOf()
    await vi.advanceTimersByTimeAsync(7_000)
    send()
    await vi.advanceTimersByTimeAsync(8_000)
    expect((await failed).code).toBe('timeout')
  })

  it('ends a download after 8 s without a response', async () => {
    vi.useFakeTimers()
    fetchMock.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const failed = failureOf()
    await vi.advanceTimersByTimeAsync(8_000)
    expect((await failed).code).toBe('timeout')
  })
})

describe('the file’s name', () => {
  it.each([
    ['attachment; filename="guia.pdf"', 'guia.pdf'],
    ['attachment; filename=guia.pdf', 'guia.pdf'],
    [`attachment; filename="guia.pdf"; filename*=UTF-8''Gu%C3%ADa%20n%C2%B0%202.pdf`, 'Guía n° 2.pdf'],
    [`attachment; filename*=UTF-8''%E0%A4%A; filename="guia.pdf"`, 'guia.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a b.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\guia.pdf"', 'guia.pdf'],
    [`attachment; filename*=UTF-8''guia%E2%80%AEfdp.exe`, 'guiafdp.exe'],
    [`attachment; filename*=UTF-8''a%00b%0Ac.pdf`, 'abc.pdf'],
    ['attachment; filename=".htaccess"', 'htaccess'],
    ['attachment; filename="guia.pdf. "', 'guia.pdf'],
    [`attachment; filename="${'x'.repeat(300)}.pdf"`, `${'x'.repeat(120)}.pdf`],
    ['attachment; filename="..."', 'documento'],
    ['attachment', 'documento'],
    ['', 'documento'],
  ])('of %j is %j', (disposition, name) => {
    expect(fileName(disposition)).toBe(name)
  })
})
