import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { usePrefetch } from './usePrefetch.ts'

let server: ReturnType<typeof fakeApi>

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  signedIn()
  server = fakeApi()
  server.respond('countDiaryEvents', { diary_counts: {} })
  server.respond('getDiaryEvents', [])
  server.respond('getObservations', { observations: { positive: [], negative: [], neutral: [] } })
  server.respond('getAttendanceDays', { days: [], remaining_days: null })
})
afterEach(() => {
  vi.useRealTimers()
})

const renderPrefetch = (isCardReady = true) =>
  renderHook(({ isReady }) => usePrefetch(1, '2028-02-10', isReady), {
    initialProps: { isReady: isCardReady },
  })
const advanceTime = (ms: number = config.prefetchAfterMs) => vi.advanceTimersByTimeAsync(ms)
const sentCalls = () => server.received.map(({ name, request }) => [name, request])

it('sends the calls of the pages after a while', async () => {
  renderPrefetch()
  await advanceTime(config.prefetchAfterMs - 1)
  expect(sentCalls()).toEqual([])
  await advanceTime(1)
  expect(sentCalls()).toEqual([
    ['countDiaryEvents', { student_id: 1, date_start: '2028-02-01', date_end: '2028-02-29' }],
    ['getDiaryEvents', { student_id: 1, date: '2028-02-10' }],
    ['getObservations', { student_id: 1 }],
    ['getAttendanceDays', { student_id: 1 }],
  ])
})

it('waits for the card, and sends each call once', async () => {
  const { rerender } = renderPrefetch(false)
  await advanceTime()
  expect(sentCalls()).toEqual([])
  rerender({ isReady: true })
  await advanceTime()
  rerender({ isReady: false })
  rerender({ isReady: true })
  await advanceTime()
  expect(sentCalls()).toHaveLength(4)
})

it('sends nothing after the page was left', async () => {
  renderPrefetch().unmount()
  await advanceTime()
  expect(sentCalls()).toEqual([])
})

it('sends nothing without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderPrefetch()
  await advanceTime()
  expect(sentCalls()).toEqual([])
})

it('sends nothing if the browser’s data saver is on', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  renderPrefetch()
  await advanceTime()
  expect(sentCalls()).toEqual([])
  Reflect.deleteProperty(navigator, 'connection')
})
