import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { freezeClockPastFreshness } from '../../testing/freezeClockPastFreshness.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { dispatch } from '../session/store.ts'
import { queryClient } from './queryClient.ts'
import { useApi, useApis } from './useApi.ts'

const arrearsResponse = (attendance_percentage: number) => ({ arrears: [], attendance_percentage })
const request = { student_id: 1 }

beforeEach(() => {
  queryClient.clear()
  signedIn()
})

describe('one call', () => {
  it('is cached by name and request, shown at once the next time and refetched in the background', async () => {
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(90))
    server.respond('getArrears', arrearsResponse(95))
    const first = renderHook(() => useApi('getArrears', request))
    expect(first.result.current.isPending).toBe(true)
    await waitFor(() => expect(first.result.current.data).toEqual(arrearsResponse(90)))
    expect(queryClient.getQueryData(['getArrears', request])).toEqual(arrearsResponse(90))
    first.unmount()
    freezeClockPastFreshness()
    const second = renderHook(() => useApi('getArrears', { student_id: 1 }))
    expect(second.result.current.data).toEqual(arrearsResponse(90))
    await waitFor(() => expect(second.result.current.data).toEqual(arrearsResponse(95)))
  })

  it('is not refetched by a component that mounts while it is fresh', async () => {
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(90))
    const first = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(first.result.current.data).toEqual(arrearsResponse(90)))
    const second = renderHook(() => useApi('getArrears', request))
    expect(second.result.current).toMatchObject({ data: arrearsResponse(90), fetchStatus: 'idle' })
    expect(server.count('getArrears')).toBe(1)
  })

  it('is refetched earlier if it has the averages of the running period', async () => {
    const server = fakeApi()
    const periodRequest = (id: number) => ({ student_id: 1, establishment_sub_period_id: id })
    queryClient.setQueryData(
      ['getSubPeriods', request],
      [1, 2, 3].map((id) => ({ id, name: `P${id}` })),
    )
    for (const [id, average] of [5, 6, null].entries())
      queryClient.setQueryData(['getPeriodQualifications', periodRequest(id + 1)], { averages: [], average })
    server.respond('getPeriodQualifications', { averages: [], average: 6.5 })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + config.shortFreshMs)
    const { result } = renderHook(() => useApis('getPeriodQualifications', [1, 2, 3].map(periodRequest)))
    await waitFor(() => expect(result.current[1]?.data?.average).toBe(6.5))
    expect(server.received.map((call) => call.request)).toEqual([periodRequest(2)])
  })

  it.each([
    ['without', undefined],
    ['with old', arrearsResponse(90)],
  ])('%s data, is not sent again by a component that mounts just after it failed', async (_, old) => {
    const server = fakeApi()
    server.refuse('getArrears', 500)
    if (old) queryClient.setQueryData(['getArrears', request], old, { updatedAt: 1 })
    const first = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(first.result.current.error).not.toBeNull())
    renderHook(() => useApi('getArrears', request))
    expect(server.count('getArrears')).toBe(1)
    freezeClockPastFreshness()
    renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(server.count('getArrears')).toBe(2))
  })

  it('is refetched when the app comes back to the screen', async () => {
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(90))
    server.respond('getArrears', arrearsResponse(95))
    const { result } = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(90)))
    freezeClockPastFreshness()
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(95)))
  })

  it('is refetched if the clock was set back in the meantime', async () => {
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(95))
    queryClient.setQueryData(['getArrears', request], arrearsResponse(90), {
      updatedAt: Date.now() + 86_400_000,
    })
    const { result } = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(95)))
  })

  it('that fails is not repeated and has no data', async () => {
    const server = fakeApi()
    server.refuse('getArrears', 500, 'No pudimos')
    const { result } = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current.data).toBeUndefined()
    expect(result.current.error?.message).toBe('No pudimos')
    expect(server.count('getArrears')).toBe(1)
  })

  it('loses its response when the session ends', async () => {
    fakeApi().respond('getArrears', arrearsResponse(90))
    const { result, unmount } = renderHook(() => useApi('getArrears', request))
    await waitFor(() => expect(result.current.data).toEqual(arrearsResponse(90)))
    unmount()
    dispatch({ type: 'signedOut' })
    expect(queryClient.getQueryData(['getArrears', request])).toBeUndefined()
  })
})

describe('one call with several requests', () => {
  const requests = [{ student_id: 1 }, { student_id: 2 }]

  it('returns the responses in the order of the requests', async () => {
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(90))
    server.respond('getArrears', arrearsResponse(95))
    const { result } = renderHook(() => useApis('getArrears', requests))
    await waitFor(() => expect(result.current.every(({ data }) => data)).toBe(true))
    expect(result.current.map(({ data }) => data?.attendance_percentage)).toEqual([90, 95])
    expect(server.received.map((call) => call.request)).toEqual(requests)
  })

  it('sends only the due requests and returns cached responses to the others', async () => {
    queryClient.setQueryData(['getArrears', requests[1]], arrearsResponse(80))
    freezeClockPastFreshness()
    const server = fakeApi()
    server.respond('getArrears', arrearsResponse(90))
    const { result, rerender } = renderHook(
      ({ isAllDue }) => useApis('getArrears', requests, ({ student_id }) => isAllDue || student_id === 1),
      { initialProps: { isAllDue: false } },
    )
    await waitFor(() => expect(result.current[0]?.data).toEqual(arrearsResponse(90)))
    expect(result.current[1]?.data).toEqual(arrearsResponse(80))
    expect(server.count('getArrears')).toBe(1)
    rerender({ isAllDue: true })
    await waitFor(() => expect(result.current[1]?.data).toEqual(arrearsResponse(90)))
    expect(server.count('getArrears')).toBe(2)
  })
})
