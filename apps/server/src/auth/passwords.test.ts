import { availableParallelism } from 'node:os'
import { testTimeouts } from '@apoderados/testing/testTimeouts'
import { expect, it, vi } from 'vitest'
import { limits, productLimits } from '../config.ts'
import { createPasswords } from './passwords.ts'

const { hashStrength } = productLimits
const hashing = { hashStrength, hashWaitMs: testTimeouts.hashWaitMs }

/** Waits until the calls before it have queued their hashes, but not until one of these hashes ends. */
const untilHashesAreQueued = () => new Promise(process.nextTick)

it.each([null, undefined])(
  'the sign-in of an account without a password (%s) costs a hash like any other',
  async (stored) => {
    const passwords = await createPasswords(hashing)
    const response = passwords.matches('demo1234', stored)
    await untilHashesAreQueued()
    expect(passwords.load().running).toBe(1)
    expect(await response).toBe(false)
  },
)

it('the placeholder for a missing password signs in no account', async () => {
  const passwords = await createPasswords(hashing)
  expect(await passwords.matches('no account has this password', null)).toBe(false)
})

it('a request that waited too long is refused without a hash, and does not delay the next ones', async () => {
  const passwords = await createPasswords(hashing)
  const running = Array.from({ length: availableParallelism() }, () => passwords.matches('demo1234', null))
  const waiting = Array.from({ length: 20 }, () => passwords.matches('demo1234', null))
  const startedAt = performance.now()
  const laterClock = vi.spyOn(performance, 'now').mockReturnValue(startedAt + hashing.hashWaitMs + 1)
  const lateResults = await Promise.allSettled(waiting)
  expect(lateResults.every(({ status }) => status === 'rejected')).toBe(true)
  expect(lateResults[0]).toMatchObject({ reason: { status: 503, limit: 'hashing' } })
  laterClock.mockRestore()
  await Promise.allSettled(running)
  expect(await passwords.matches('demo1234', null)).toBe(false)
})

it('a request beyond the queue is refused at once with Retry-After', async () => {
  const passwords = await createPasswords(hashing)
  const capacity = Math.max(1, availableParallelism() - 1) + limits.hashQueue
  const pendingMatches = Array.from({ length: capacity }, () => passwords.matches('demo1234', null))
  await untilHashesAreQueued()
  expect(passwords.load().waiting).toBe(limits.hashQueue)
  await expect(passwords.matches('demo1234', null)).rejects.toMatchObject({
    status: 503,
    limit: 'hashing',
    retryAfterSeconds: 5,
  })
  await Promise.all(pendingMatches)
})
