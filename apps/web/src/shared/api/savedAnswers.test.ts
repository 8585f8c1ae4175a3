import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { aProfile, tomas } from '../../testing/data/people.ts'
import { keep, keptAnswers, withDeviceStore } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import type { AnswerKey } from '../session/answerStore.ts'
import { dispatch, startSession } from '../session/store.ts'
import { queryClient } from './queryClient.ts'
import { useApi, useApis } from './useApi.ts'

withDeviceStore()
const attended = (attendance_percentage: number) => ({ arrears: [], attendance_percentage })
const request = { student_id: 1 }
const key: AnswerKey = [10, 1, 'getArrears', '[{"student_id":1}]']
const HOUR = 3_600_000
const keptBefore = (data: unknown, at = Date.now() - HOUR) => keep(key, { at, data })

let server: ReturnType<typeof fakeApi>
beforeEach(() => {
  queryClient.clear()
  signedIn()
  server = fakeApi()
})

const ask = () => renderHook(() => useApi('getArrears', request)).result
const signInOther = () =>
  dispatch({
    type: 'signedIn',
    answer: { success: true, jwt: 'other', parent: aProfile({ id: 20 }), message: 'Sesión iniciada' },
  })
/** Makes calls wait; the returned function answers them. */
function holdAnswer() {
  const pendingResponse = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => pendingResponse.promise)
  return (percentage: number) => pendingResponse.resolve(Response.json(attended(percentage)))
}
/** The stored data once all requests and writes have ended. */
const settled = async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return (await keptAnswers()).map(({ data }) => data)
}

describe('an answer', () => {
  it('is kept under its parent, its student, its call and its request', async () => {
    server.answer('getArrears', attended(90))
    const requestedAt = Date.now()
    ask()
    await settled()
    const stored = await keptAnswers()
    expect(stored).toEqual([{ key, at: expect.any(Number), data: attended(90) }])
    expect(stored[0]?.at).toBeGreaterThanOrEqual(requestedAt)
    expect(stored[0]?.at).toBeLessThanOrEqual(Date.now())
  })

  it('that was kept is shown at once with its age, while the request is under way', async () => {
    const at = Date.now() - HOUR
    await keptBefore(attended(80), at)
    const answer = holdAnswer()
    const result = ask()
    await waitFor(() => expect(result.current.data).toEqual(attended(80)))
    expect(result.current).toMatchObject({ isPending: false, isFetching: true, dataUpdatedAt: at })
    answer(90)
    await waitFor(() => expect(result.current.data).toEqual(attended(90)))
    expect(await settled()).toEqual([attended(90)])
  })

  it('that was kept stays with its age when the server cannot be reached', async () => {
    const at = Date.now() - HOUR
    await keptBefore(attended(80), at)
    server.breakLine('getArrears')
    const result = ask()
    await waitFor(() => expect(result.current.error?.code).toBe('network'))
    expect(result.current).toMatchObject({ data: attended(80), isLoadingError: false, dataUpdatedAt: at })
    expect(await settled()).toEqual([attended(80)])
  })

  it('that was kept is shown among several requests', async () => {
    await keptBefore(attended(80))
    server.breakLine('getArrears')
    const { result } = renderHook(() => useApis('getArrears', [{ student_id: 2 }, request]))
    await waitFor(() => expect(result.current.every(({ error }) => error)).toBe(true))
    expect(result.current.map(({ data }) => data)).toEqual([undefined, attended(80)])
  })
})

describe('a stored answer is ignored', () => {
  it.each<[string, () => Promise<void>]>([
    ['if it has the shape of another version', () => keptBefore({ late: [] })],
    ['if it is not an object', () => keep(key, 'attended')],
    ['if it is too old', () => keptBefore(attended(80), Date.now() - config.answerMaxAgeMs - 1)],
    [
      'if it is of another parent',
      () => keep([20, ...key.slice(1)] as AnswerKey, { at: Date.now(), data: attended(80) }),
    ],
  ])('%s', async (_, prepare) => {
    await prepare()
    server.refuse('getArrears', 500)
    const result = ask()
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current.data).toBeUndefined()
  })
})

describe('an answer that comes too late is not kept', () => {
  it.each<[string, () => void]>([
    ['after the sign-out', () => dispatch({ type: 'signedOut' })],
    ['after another parent has signed in', signInOther],
    [
      'when the student is not on the list any more',
      () => dispatch({ type: 'profileLoaded', profile: aProfile({ students: [tomas] }) }),
    ],
  ])('%s', async (_, happen) => {
    const answer = holdAnswer()
    ask()
    happen()
    answer(90)
    expect(await settled()).toEqual([])
    expect(queryClient.getQueryData(['getArrears', request])).toBeUndefined()
  })

  it('after another tab’s sign-out that this tab has not noticed yet', async () => {
    const answer = holdAnswer()
    ask()
    localStorage.removeItem('auth_token')
    answer(90)
    expect(await settled()).toEqual([])
  })

  it('nor shown to the next parent if it was read for the previous one', async () => {
    await keptBefore(attended(80))
    holdAnswer()
    ask()
    signInOther()
    await keptAnswers()
    expect(queryClient.getQueryData(['getArrears', request])).toBeUndefined()
  })
})

describe('a device', () => {
  it('that never answers does not block a page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = {} as IDBOpenDBRequest
    vi.stubGlobal('indexedDB', { open: () => opening })
    server.breakLine('getArrears')
    const result = ask()
    await vi.advanceTimersByTimeAsync(config.retryPauseMs * 1.5)
    expect(result.current.isPending).toBe(true)
    await vi.advanceTimersByTimeAsync(config.storeWaitMs)
    expect(result.current.isLoadingError).toBe(true)
    vi.useRealTimers()
    opening.onerror?.(new Event('error')) // ends the pending request
  })

  it('without storage for the session keeps no answers either', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    startSession()
    signInOther()
    server.answer('getArrears', attended(90))
    const result = ask()
    await waitFor(() => expect(result.current.data).toEqual(attended(90)))
    expect(await settled()).toEqual([])
  })
})
