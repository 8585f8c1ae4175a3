import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSchoolClock } from './clock.ts'

const setClock = (moment: string) => vi.setSystemTime(new Date(moment))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  setClock('2026-10-14T13:24:50Z')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the clock of the school', () => {
  it('has the day and the time at school', () => {
    const { result } = renderHook(useSchoolClock)
    expect(result.current).toEqual({ day: '2026-10-14', time: '10:24' })
  })

  it('advances while the page stays open', () => {
    const { result } = renderHook(useSchoolClock)
    act(() => {
      vi.advanceTimersByTime(30_000)
    })
    expect(result.current.time).toBe('10:25')
  })

  it('is right at once when the page becomes visible again', () => {
    const { result } = renderHook(useSchoolClock)
    setClock('2026-10-15T03:00:00Z')
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(result.current).toEqual({ day: '2026-10-15', time: '00:00' })
  })

  it('stops when its page is left', () => {
    const { unmount } = renderHook(useSchoolClock)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
