import {
  type JsonCallName,
  type RequestOf,
  type ResponseOf,
  api as table,
} from '@apoderados/contract/calls/api'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { dispatch, getSession } from '../session/store.ts'
import { type ApiError, sendCall } from './api.ts'

const callApi = async <N extends JsonCallName>(
  name: N,
  request: RequestOf<N>,
  options?: Parameters<typeof sendCall>[2],
) => (await sendCall(table[name], request, options)) as ResponseOf<N>
const arrearsResponse = { arrears: [], attendance_percentage: 91.5 }
const studentRequest = { student_id: 1 }
const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: ApiError) => error,
  )

beforeEach(() => signedIn())

describe('a call', () => {
  it('sends the request that the contract defines and parses the response', async () => {
    const api = fakeApi()
    api.respond('countDiaryEvents', { diary_counts: { '2026-08-17': 2 } })
    const request = { student_id: 1, date_start: '2026-08-01', date_end: '2026-08-31' }
    expect(await callApi('countDiaryEvents', request)).toEqual({ diary_counts: { '2026-08-17': 2 } })
    expect(api.received).toEqual([{ name: 'countDiaryEvents', request, token: 'token' }])
  })

  it('writes the days of a query as dd/mm/yyyy', async () => {
    const fetch = vi.fn(async (_: Request) => Response.json([]))
    vi.stubGlobal('fetch', fetch)
    await callApi('getDiaryEvents', { student_id: 1, date: '2026-08-05' })
    expect(new URL(fetch.mock.calls[0]?.[0].url ?? '').search).toBe('?student_id=1&date=05%2F08%2F2026')
  })

  it('follows no redirect, and sends credentials so that the sign-out can clear the browser’s cache', async () => {
    const fetch = vi.fn(async (_: Request) => Response.json({ success: true, message: 'Sesión cerrada' }))
    vi.stubGlobal('fetch', fetch)
    await callApi('endSession', {})
    expect(fetch.mock.calls[0]?.[0]).toMatchObject({ redirect: 'error', credentials: 'same-origin' })
  })

  it('sends no token with a public call', async () => {
    const api = fakeApi()
    api.respond('logout', { success: true, message: 'Sesión cerrada' })
    await callApi('logout', {})
    expect(api.received[0]?.token).toBeNull()
  })

  it('throws the message and the request id of a refusal', async () => {
    fakeApi().refuse('getArrears', 404, 'No encontrado')
    expect(await failureOf(callApi('getArrears', studentRequest))).toMatchObject({
      message: 'No encontrado',
      code: 'http_404',
      status: 404,
      requestId: 'req-1',
    })
  })

  it('treats success false with any status as a refusal', async () => {
    fakeApi().refuse('login', 200, 'Cuenta bloqueada')
    const error = await failureOf(callApi('login', { email: 'a@example.com', password: 'x' }))
    expect(error.message).toBe('Cuenta bloqueada')
  })

  it('rejects a response that does not match the contract', async () => {
    fakeApi().send('getArrears', 200, '{"arrears":"none"}')
    expect(await failureOf(callApi('getArrears', studentRequest))).toMatchObject({
      code: 'bad_response',
      message: '',
    })
  })
})

describe('a failed connection', () => {
  it('makes a GET retry once', async () => {
    const api = fakeApi()
    api.breakLine('getArrears')
    api.respond('getArrears', arrearsResponse)
    expect(await callApi('getArrears', studentRequest)).toEqual(arrearsResponse)
    expect(api.count('getArrears')).toBe(2)
  })

  it('is a network error when the retry fails too', async () => {
    const api = fakeApi()
    api.breakLine('getArrears')
    expect(await failureOf(callApi('getArrears', studentRequest))).toMatchObject({
      code: 'network',
      message: '',
    })
    expect(api.count('getArrears')).toBe(2)
  })

  it.each([502, 503, 504])('makes a GET retry once, as a %s does', async (status) => {
    const api = fakeApi()
    api.refuse('getArrears', status)
    api.respond('getArrears', arrearsResponse)
    expect(await callApi('getArrears', studentRequest)).toEqual(arrearsResponse)
  })

  it('is retried after the pause that an overloaded server requests', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.refuse('getArrears', 503, 'El servicio no está disponible en este momento.', { 'retry-after': '2' })
    api.respond('getArrears', arrearsResponse)
    const responded = callApi('getArrears', studentRequest)
    await vi.advanceTimersByTimeAsync(900)
    expect(api.count('getArrears')).toBe(1)
    await vi.advanceTimersByTimeAsync(2_200)
    expect(await responded).toEqual(arrearsResponse)
    vi.useRealTimers()
  })

  it('is not retried by a POST, and a 500 is not retried at all', async () => {
    const api = fakeApi()
    api.refuse('getArrears', 500)
    api.refuse('login', 503)
    await failureOf(callApi('getArrears', studentRequest))
    await failureOf(callApi('login', { email: 'a@example.com', password: 'x' }))
    expect([api.count('getArrears'), api.count('login')]).toEqual([1, 1])
  })

  it('is reported within 8 s, the retry included', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.refuse('getArrears', 503)
    api.hang('getArrears')
    const failed = failureOf(callApi('getArrears', studentRequest))
    let isOver = false
    failed.then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(7_900)
    expect([isOver, api.count('getArrears')]).toEqual([false, 2])
    await vi.advanceTimersByTimeAsync(100)
    expect((await failed).code).toBe('timeout')
    vi.useRealTimers()
  })
})

describe('a session that ends', () => {
  it('cancels its reads and does not retry them', async () => {
    const api = fakeApi()
    api.refuse('getArrears', 503)
    api.hang('countDiaryEvents')
    const request = { student_id: 1, date_start: '2026-08-01', date_end: '2026-08-31' }
    const failed = Promise.all([
      failureOf(callApi('getArrears', studentRequest)),
      failureOf(callApi('countDiaryEvents', request)),
    ])
    await expect.poll(() => api.received).toHaveLength(2)
    dispatch({ type: 'signedOut' })
    await failed
    expect(api.received).toHaveLength(2)
  })

  it('still receives the responses to its writes', async () => {
    const api = fakeApi()
    const respond = api.hold('endSession', { success: true, message: 'Sesión cerrada' })
    const ended = callApi('endSession', {})
    dispatch({ type: 'signedOut' })
    respond()
    expect(await ended).toMatchObject({ success: true })
  })
})

describe('signing out', () => {
  const isSignedIn = () => getSession().is_authenticated === true

  it('happens on a 401 outside the auth calls', async () => {
    fakeApi().refuse('getArrears', 401, 'Token inválido')
    await failureOf(callApi('getArrears', studentRequest))
    expect(isSignedIn()).toBe(false)
  })

  it.each([401, 403, 404])('happens when the profile answers %s', async (status) => {
    fakeApi().refuse('getProfile', status, 'Token inválido')
    await failureOf(callApi('getProfile', {}))
    expect(isSignedIn()).toBe(false)
  })

  it('does not happen on a 401 of another auth call', async () => {
    fakeApi().refuse('changePassword', 401, 'Token inválido')
    await failureOf(callApi('changePassword', { current_password: 'a', new_password: 'abcdef' }))
    expect(isSignedIn()).toBe(true)
  })

  it.each([400, 403, 404, 429, 500, 503])('does not happen on a %s of another call', async (status) => {
    fakeApi().refuse('getArrears', status, 'No')
    await failureOf(callApi('getArrears', studentRequest))
    expect(isSignedIn()).toBe(true)
  })

  it('does not happen on the page of a proxy', async () => {
    const api = fakeApi()
    api.send('getArrears', 401, '<h1>Wi-Fi</h1>', 'text/html; charset=utf-8')
    api.send('getProfile', 401, '<h1>Wi-Fi</h1>', 'text/html')
    expect(await failureOf(callApi('getArrears', studentRequest))).toMatchObject({
      code: 'http_401',
      message: '',
    })
    await failureOf(callApi('getProfile', {}))
    expect(isSignedIn()).toBe(true)
  })

  it('does not happen on a refusal of an earlier session', async () => {
    fakeApi().refuse('getArrears', 401, 'Token inválido')
    await failureOf(callApi('getArrears', studentRequest, { token: 'earlier' }))
    expect(isSignedIn()).toBe(true)
  })
})
