import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { refreshProfile, useProfileQuery } from './profileQuery.ts'
import { queryClient } from './queryClient.ts'
import { useApi } from './useApi.ts'
import { useReconnect } from './useReconnect.ts'

const arrearsResponse = { arrears: [], attendance_percentage: 90 }
const SECOND_MS = 1_000
/** The time in ms until a GET without a connection has failed, including its retry. */
const GIVE_UP_MS = config.retryPauseMs + 10

let server: ReturnType<typeof fakeApi>
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  queryClient.clear()
  signedIn()
  server = fakeApi()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Renders a page with one call, in a frame that probes by the profile. */
const renderCall = () =>
  renderHook(() => {
    useReconnect(refreshProfile, useProfileQuery().dataUpdatedAt)
    return useApi('getArrears', { student_id: 1 })
  }).result
/** Shows a page whose call and retry failed without a connection; the next calls succeed. */
async function showAfterBreak() {
  server.breakLine('getArrears')
  server.breakLine('getArrears')
  server.respond('getArrears', arrearsResponse)
  server.respond('getProfile', aProfile())
  const result = renderCall()
  await advanceTime(GIVE_UP_MS)
  return result
}
/** Returns the number of failed probes; each is one call with its retry. */
const countProbes = () => server.count('getProfile') / 2

it('probes an unreachable server with one call and growing pauses', async () => {
  server.breakLine('getArrears')
  server.breakLine('getProfile')
  renderCall()
  await advanceTime(GIVE_UP_MS)
  const counts: number[] = []
  for (const pause of [5, 10, 20, 40, 60, 60]) {
    await advanceTime(pause * SECOND_MS - 100)
    counts.push(countProbes())
    await advanceTime(100 + GIVE_UP_MS)
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 5])
  expect(server.count('getArrears')).toBe(2)
})

it('repeats only the failed requests once the server answers again', async () => {
  const result = await showAfterBreak()
  expect(result.current.error?.code).toBe('network')
  await advanceTime(5 * SECOND_MS)
  expect(result.current).toMatchObject({ data: arrearsResponse, error: null })
  await advanceTime(200 * SECOND_MS)
  expect([server.count('getProfile'), server.count('getArrears')]).toEqual([1, 3])
})

it('repeats them also after the profile refresh of a navigation', async () => {
  const result = await showAfterBreak()
  await refreshProfile()
  await advanceTime(10)
  expect(result.current.data).toEqual(arrearsResponse)
})

it('does not probe while the page is hidden', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.breakLine('getArrears')
  server.respond('getProfile', aProfile())
  renderCall()
  await advanceTime(GIVE_UP_MS + 600 * SECOND_MS)
  expect(server.count('getProfile')).toBe(0)
  state.mockReturnValue('visible')
  await advanceTime(5 * SECOND_MS)
  expect(server.count('getProfile')).toBe(1)
})

it.each([
  ['a refusal', () => server.refuse('getArrears', 500)],
  ['the page of a captive portal', () => server.send('getArrears', 200, '<p>', 'text/html')],
])('does not probe after %s', async (_, prepare) => {
  prepare()
  server.respond('getProfile', aProfile())
  renderCall()
  await advanceTime(600 * SECOND_MS)
  expect([server.count('getArrears'), server.count('getProfile')]).toEqual([1, 0])
})
