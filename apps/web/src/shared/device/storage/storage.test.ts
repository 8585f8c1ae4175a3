import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { simulatePhone } from '../../../testing/phone.ts'
import { keyStore } from './storage.ts'

const SECURE_STORAGE = 'SecureStorage.internal'
const phoneWithToken = (token: unknown) => ({
  'Preferences.get': ({ key }: Record<string, unknown>) => ({ value: key === 'theme' ? 'dark' : null }),
  [`${SECURE_STORAGE}GetItem`]: () => token,
})
/** Loads the native storage dynamically, as the app does on a phone. */
const openPhoneStorage = async () =>
  (await import('./storage.native.ts')).openStorage(['theme', 'user', 'auth_token'])
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a browser stores in localStorage', () => {
  expect(keyStore()).toBe(localStorage)
})

it('a phone reads its system’s values synchronously', async () => {
  simulatePhone(phoneWithToken({ data: '"token"' }))
  await openPhoneStorage()
  const store = keyStore()
  expect(['theme', 'user', 'auth_token'].map((key) => store.getItem(key))).toEqual(['dark', null, 'token'])
})

it('passes only changed values to the system, one by one and in order', async () => {
  const phone = simulatePhone(phoneWithToken({ data: null }))
  await openPhoneStorage()
  let done = () => {}
  phone.responses[`${SECURE_STORAGE}SetItem`] = () => new Promise<void>((resolve) => (done = resolve))
  phone.calls.length = 0
  const store = keyStore()
  store.setItem('theme', 'dark')
  store.setItem('auth_token', 'token')
  store.setItem('user', '{}')
  store.removeItem('auth_token')
  expect([store.getItem('auth_token'), store.getItem('user')]).toEqual([null, '{}'])
  await settle()
  expect(phone.names()).toEqual([`${SECURE_STORAGE}SetItem`])
  expect(phone.calls[0]?.options).toMatchObject({ data: '"token"', sync: false, access: 1 })
  done()
  await settle()
  expect(phone.names().slice(1)).toEqual(['Preferences.set', `${SECURE_STORAGE}RemoveItem`])
})

it('stores a token nowhere if the Keychain refuses it', async () => {
  const phone = simulatePhone(phoneWithToken({ data: null }))
  await openPhoneStorage()
  phone.responses[`${SECURE_STORAGE}SetItem`] = () => Promise.reject(new Error('full'))
  phone.calls.length = 0
  keyStore().setItem('auth_token', 'token')
  await settle()
  expect(phone.names()).toEqual([`${SECURE_STORAGE}SetItem`, `${SECURE_STORAGE}RemoveItem`])
  expect(keyStore().getItem('auth_token')).toBe('token')
})

it.each([
  ['fails', () => Promise.reject(new Error('invalidated'))],
  ['never answers', () => new Promise(() => undefined)],
])('a safe that %s counts as empty, and the rest is there', async (_, response) => {
  simulatePhone({ ...phoneWithToken(null), [`${SECURE_STORAGE}GetItem`]: response })
  const opened = openPhoneStorage()
  await vi.advanceTimersByTimeAsync(2_000)
  await opened
  expect([keyStore().getItem('auth_token'), keyStore().getItem('theme')]).toEqual([null, 'dark'])
})

it('a write that never ends does not block later writes', async () => {
  const phone = simulatePhone(phoneWithToken({ data: null }))
  await openPhoneStorage()
  phone.responses['Preferences.set'] = () => new Promise(() => undefined)
  keyStore().setItem('user', '{}')
  keyStore().removeItem('auth_token')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(phone.names().at(-1)).toBe(`${SECURE_STORAGE}RemoveItem`)
})
