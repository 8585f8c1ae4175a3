import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createPasswords } from './passwords.ts'

it.each([null, undefined])('an account without a password (%s) costs a hash all the same', async (stored) => {
  const passwords = await createPasswords()
  const answer = passwords.matches('demo1234', stored)
  await vi.waitFor(() => expect(passwords.load().running).toBe(1), { interval: 0 })
  expect(await answer).toBe(false)
})

it('nobody is signed in by the words that stand in for a missing password', async () => {
  const passwords = await createPasswords()
  expect(await passwords.matches('no account has this password', null)).toBe(false)
})

it('while others wait a hash is followed by a pause, in which reads have the processor', async () => {
  const passwords = await createPasswords()
  const first = passwords.matches('demo1234', null)
  const others = Array.from({ length: availableParallelism() + 1 }, () => passwords.matches('demo1234', null))
  await first
  const { waiting } = passwords.load()
  await setImmediate()
  expect(passwords.load().waiting).toBe(waiting)
  expect(waiting).toBeGreaterThan(0)
  await Promise.all(others)
})
