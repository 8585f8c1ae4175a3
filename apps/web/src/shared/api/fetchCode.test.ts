import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { fetchCode, setCodeRecovery } from './fetchCode.ts'

describe('the code of a page', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    setCodeRecovery((error) => Promise.reject(error))
    vi.useRealTimers()
  })

  it('is returned when it has loaded, and its timer is cleared', async () => {
    expect(await fetchCode(async () => 'page')).toBe('page')
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is an error when it hangs, but only after the deadline', async () => {
    const onRejected = vi.fn()
    fetchCode(() => new Promise(() => undefined)).catch(onRejected)
    await vi.advanceTimersByTimeAsync(config.codeDeadlineMs - 1)
    expect(onRejected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onRejected).toHaveBeenCalledOnce()
  })

  it('can be recovered before the page shows an error', async () => {
    const lost = new Error('404')
    const recover = vi.fn((error: unknown) => Promise.reject(error))
    setCodeRecovery(recover)
    await expect(fetchCode(() => Promise.reject(lost))).rejects.toBe(lost)
    expect(recover).toHaveBeenCalledExactlyOnceWith(lost)
  })

  it('is an error even when its recovery hangs', async () => {
    setCodeRecovery(() => new Promise(() => undefined))
    const onRejected = vi.fn()
    fetchCode(() => Promise.reject(new Error('404'))).catch(onRejected)
    await vi.advanceTimersByTimeAsync(config.codeDeadlineMs)
    expect(onRejected).toHaveBeenCalledOnce()
  })
})
