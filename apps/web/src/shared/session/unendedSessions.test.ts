import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { signOut } from './signOut.ts'
import { hasUnendedSessions } from './stored.ts'
import { endUnendedSessions } from './unendedSessions.ts'

const successAnswer = { success: true, message: 'Sesión cerrada' }
const SESSION_ID = '0123456789abcdef0123456789abcdef'
const jwt = ['{"alg":"HS256"}', `{"sub":"1","sid":"${SESSION_ID}"}`, 'ñ'].map((part) => btoa(part)).join('.')

beforeEach(() => signedIn(undefined, jwt))

it('ends a session at the next contact when the sign-out had no network, and keeps no token until then', async () => {
  const offline = fakeApi()
  for (const name of ['endSession', 'logout', 'revokeSession'] as const) offline.breakLine(name)
  await signOut()
  expect({ ...localStorage }).toEqual({ unended_sessions: SESSION_ID })

  await expect.poll(() => offline.count('revokeSession')).toBe(1)
  const api = fakeApi()
  api.answer('revokeSession', successAnswer)
  dispatchEvent(new Event('online'))
  await expect.poll(() => localStorage).toHaveLength(0)
  expect(api.received).toEqual([{ name: 'revokeSession', request: { session_id: SESSION_ID }, token: null }])
})

it('ends it at the next start of the app', async () => {
  localStorage.setItem('unended_sessions', `${SESSION_ID},${'f'.repeat(32)}`)
  expect(hasUnendedSessions()).toBe(true)
  const api = fakeApi()
  api.answer('revokeSession', successAnswer)
  endUnendedSessions()
  await expect.poll(() => hasUnendedSessions()).toBe(false)
  expect(api.count('revokeSession')).toBe(2)
})

it('keeps no id of a session that the server has ended', async () => {
  const api = fakeApi()
  api.refuse('endSession', 401, 'Token inválido')
  api.answer('logout', successAnswer)
  await signOut()
  await expect.poll(() => api.count('logout')).toBe(1)
  expect(localStorage).toHaveLength(0)
  expect(api.count('revokeSession')).toBe(0)
})

it('removes a stored value that is not an id', async () => {
  localStorage.setItem('unended_sessions', '{')
  const api = fakeApi()
  endUnendedSessions()
  await expect.poll(() => hasUnendedSessions()).toBe(false)
  expect(api.received).toEqual([])
})
