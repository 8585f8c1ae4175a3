import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { aProfile, tomas } from '../../testing/data/people.ts'
import { cachedResponses, cacheResponse, replaceDeviceStore } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import type { ResponseKey } from '../session/cachedResponseStore.ts'
import { dispatch, startSession } from '../session/store.ts'
import { queryClient } from './queryClient.ts'
import { useApi, useApis } from './useApi.ts'

replaceDeviceStore()
const arrearsResponse = (attendance_percentage: number) => ({ arrears: [], attendance_percentage })
const request = { student_id: 1 }
const ownResponseKey: ResponseKey = [10, 1, 'getArrears', '[{"student_id":1}]']
const HOUR_MS = 3_600_000
const cacheEarlierResponse = (data: unknown, at = Date.now() - HOUR_MS) =>
  cacheResponse(ownResponseKey, { at, data })

let server: ReturnType<typeof fakeApi>
beforeEach(() => {
  queryClient.clear()
  signedIn()
  server = fakeApi()
})

const renderCall = () => renderHook(() => useApi('getArrears', request)).result
const signInOtherParent = () =>
  dispatch({
    type: 'signedIn',
    response: { success: true, jwt: 'other', parent: aProfile({ id: 20 }), message: 'Sesión iniciada' },
  })
/** Makes all calls wait; the returned function answers them. */
function holdResponse() {
  const pendingResponse = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => pendingResponse.promise)
  return (percentage: number) => pendingResponse.resolve(Response.json(arrearsResponse(percentage)))
}
/** Returns the data of all cached responses, once all requests and writes have ended. */
const cachedDataOnceSettled = async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return (await cachedResponses()).map(({ data }) => data)
}

describe('a response', () => {
  it('is cached under its parent, its student, its call and its request', async () => {
    server.respond('getArrears', arrearsResponse(90))
    const requestedAt = Date.now()
    renderCall()
    await cachedDataOnceSettled()
    const cached = await cachedResponses()
    expect(cached).toEqual([{ key: ownResponseKey, at: expect.any(Number), data: arrearsResponse(90) }])
    expect(cached[0]?.at).toBeGreaterThanOrEqual(requestedAt)
    expect(cached[0]?.at).toBeLessThanOrEqual(Date.now())
  })

  it('that was cached is shown at once with its age, while the request is under way', async () => {
    const at = Date.now() - HOUR_MS
    await cacheEarlierResponse(arrearsResponse(80), at)
    const respond = holdResponse()
    const result = renderCall()
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(80)))
    expect(result.current).toMatchObject({ isPending: false, isFetching: true, dataUpdatedAt: at })
    respond(90)
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(90)))
    expect(await cachedDataOnceSettled()).toEqual([arrearsResponse(90)])
  })

  it('that was cached stays with its age when the server cannot be reached', async () => {
    const at = Date.now() - HOUR_MS
    await cacheEarlierResponse(arrearsResponse(80), at)
    server.breakLine('getArrears')
    const result = renderCall()
    await waitFor(() => expect(result.current.error?.code).toBe('network'))
    expect(result.current).toMatchObject({
      data: arrearsResponse(80),
      isLoadingError: false,
      dataUpdatedAt: at,
    })
    expect(await cachedDataOnceSettled()).toEqual([arrearsResponse(80)])
  })

  it('that was cached is shown among several requests', async () => {
    await cacheEarlierResponse(arrearsResponse(80))
    server.breakLine('getArrears')
    const { result } = renderHook(() => useApis('getArrears', [{ student_id: 2 }, request]))
    await waitFor(() => expect(result.current.every(({ error }) => error)).toBe(true))
    expect(result.current.map(({ data }) => data)).toEqual([undefined, arrearsResponse(80)])
  })
})

describe('a cached response is ignored', () => {
  it.each<[string, () => Promise<void>]>([
    ['if it has the shape of another version', () => cacheEarlierResponse({ late: [] })],
    ['if it is not an object', () => cacheResponse(ownResponseKey, 'attended')],
    [
      'if it is too old',
      () => cacheEarlierResponse(arrearsResponse(80), Date.now() - config.responseMaxAgeMs - 1),
    ],
    [
      'if it is of another parent',
      () =>
        cacheResponse([20, ...ownResponseKey.slice(1)] as ResponseKey, {
          at: Date.now(),
          data: arrearsResponse(80),
        }),
    ],
  ])('%s', async (_, prepare) => {
    await prepare()
    server.refuse('getArrears', 500)
    const result = renderCall()
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current.data).toBeUndefined()
  })
})

describe('a response that comes too late is not kept', () => {
  it.each<[string, () => void]>([
    ['after the sign-out', () => dispatch({ type: 'signedOut' })],
    ['after another parent has signed in', signInOtherParent],
    [
      'when the student is not on the list any more',
      () => dispatch({ type: 'profileLoaded', profile: aProfile({ students: [tomas] }) }),
    ],
  ])('%s', async (_, happen) => {
    const respond = holdResponse()
    renderCall()
    happen()
    respond(90)
    expect(await cachedDataOnceSettled()).toEqual([])
    expect(queryClient.getQueryData(['getArrears', request])).toBeUndefined()
  })

  it('after another tab’s sign-out that this tab has not noticed yet', async () => {
    const respond = holdResponse()
    renderCall()
    localStorage.removeItem('auth_token')
    respond(90)
    expect(await cachedDataOnceSettled()).toEqual([])
  })

  it('nor shown to the next parent if it was read for the previous one', async () => {
    await cacheEarlierResponse(arrearsResponse(80))
    holdResponse()
    renderCall()
    signInOtherParent()
    await cachedResponses()
    expect(queryClient.getQueryData(['getArrears', request])).toBeUndefined()
  })
})

describe('a device', () => {
  it('without storage for the session keeps no responses either', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    startSession()
    signInOtherParent()
    server.respond('getArrears', arrearsResponse(90))
    const result = renderCall()
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(90)))
    expect(await cachedDataOnceSettled()).toEqual([])
  })
})
