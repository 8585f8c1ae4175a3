import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { signOut } from './signOut.ts'
import { dispatch, getSession, startSession } from './store.ts'

const successResponse = { success: true, message: 'Sesión cerrada' }

/** Starts a sign-out; the returned function makes the slow server answer and waits for the end of the sign-out. */
function signOutSlowly() {
  const api = fakeApi()
  const respond = api.hold('endSession', successResponse)
  api.respond('logout', successResponse)
  const signingOut = signOut()
  return () => {
    respond()
    return signingOut
  }
}

beforeEach(() => {
  signedIn()
  history.replaceState({ opened: 3 }, '', '/app/configuraciones')
})

afterEach(() => {
  vi.useRealTimers()
})

it('deletes the push token, ends the session and logs out, in this order, then wipes', async () => {
  localStorage.setItem('push_token', 'device')
  startSession()
  const api = fakeApi()
  api.respond('deletePushToken', successResponse)
  api.respond('endSession', successResponse)
  api.respond('logout', successResponse)
  await signOut()
  expect(api.received).toEqual([
    { name: 'deletePushToken', request: { token: 'device' }, token: 'token' },
    { name: 'endSession', request: {}, token: 'token' },
    { name: 'logout', request: {}, token: null },
  ])
  expect(localStorage).toHaveLength(0)
  expect([location.pathname, history.state]).toEqual(['/login', null])
})

it('wipes even if every call fails', async () => {
  const api = fakeApi()
  api.breakLine('endSession')
  api.refuse('logout', 503)
  await signOut()
  expect(localStorage).toHaveLength(0)
  expect(getSession().is_authenticated).toBeNull()
})

it('does not wait for a server that hangs', async () => {
  vi.useFakeTimers()
  const api = fakeApi()
  api.hang('endSession')
  api.hang('logout')
  const signingOut = signOut()
  await vi.advanceTimersByTimeAsync(3_000)
  await signingOut
  expect(localStorage).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(api.received.map(({ name }) => name)).toEqual(['endSession', 'logout'])
})

it('wipes at once when the page is left while it waits for the server', async () => {
  const finish = signOutSlowly()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => localStorage).toHaveLength(0)
  await finish()
})

it('leaves no page to return to if a refused call ended the session first', async () => {
  const finish = signOutSlowly()
  dispatch({ type: 'signedOut' })
  history.replaceState({ wanted: '/app/configuraciones' }, '', '/login')
  await finish()
  expect([location.pathname, history.state]).toEqual(['/login', null])
})

it('does not end a session that another tab began in the meantime', async () => {
  const finish = signOutSlowly()
  dispatch({ type: 'signedOut' })
  dispatch({ type: 'signedIn', response: { success: true, jwt: 'other', parent: aProfile(), message: '' } })
  await finish()
  expect([location.pathname, getSession().auth_token]).toEqual(['/app/configuraciones', 'other'])
})

it('does not wait at all without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi().hang('endSession')
  await signOut()
  expect(localStorage).toHaveLength(0)
  expect(location.pathname).toBe('/login')
})
