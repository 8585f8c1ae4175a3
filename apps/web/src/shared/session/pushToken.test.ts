import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'

const successResponse = { success: true, message: 'Notificaciones activadas en este dispositivo' }
const failureToast = { kind: 'error', text: 'Error al guardar el token push' }

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  vi.useFakeTimers()
  api = fakeApi()
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetModules() // so that no listener of this file stays on the session
})

/** Starts the app with newly loaded modules; `localStorage` is unchanged. */
async function startApp() {
  vi.resetModules()
  const { dispatch, getSession, startSession } = await import('./store.ts')
  const { getToast, hideToast } = await import('../ui/notices/toast.ts')
  const { savePushToken, forgetPushToken, showPushFailure } = await import('./pushToken.ts')
  startSession()
  const signIn = (jwt = 'token', id = 10) =>
    dispatch({
      type: 'signedIn',
      response: { success: true, jwt, parent: aProfile({ id }), message: 'Sesión iniciada' },
    })
  const signOut = () => dispatch({ type: 'signedOut' })
  const push = { savePushToken, forgetPushToken, showPushFailure }
  return { ...push, signIn, signOut, dispatch, getSession, getToast, hideToast }
}

const receivedCalls = () => api.received.map(({ request, token }) => [request, token])
const storedToken = () => localStorage.getItem('push_token')

/** Makes calls wait until the test answers them one by one. */
function holdCalls() {
  const responses: ((body: object, status?: number) => void)[] = []
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([await request.json(), request.headers.get('authorization')])
    return new Promise((resolve) =>
      responses.push((body, status = 200) => resolve(Response.json(body, { status }))),
    )
  })
  return { responses, sent }
}

/** Lets all due work run. It advances the clock by 1 s, which is less than the deadline of a call. */
const settle = () => vi.advanceTimersByTimeAsync(1_000)

it('sends the token, and stores it once the server has it', async () => {
  const { responses, sent } = holdCalls()
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => sent).toEqual([[{ token: 'device' }, 'Bearer token']])
  expect(storedToken()).toBeNull()
  responses[0]?.(successResponse)
  await expect.poll(() => storedToken()).toBe('device')
  expect(app.getSession().push_token).toBe('device')
  expect(app.getToast()).toBeUndefined()
})

it('sends it once per token and session', async () => {
  api.respond('savePushToken', successResponse)
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  app.savePushToken('device')
  await expect.poll(() => storedToken()).toBe('device')
  app.savePushToken('device')
  app.dispatch({ type: 'profileLoaded', profile: aProfile() })
  await settle()
  expect(api.count('savePushToken')).toBe(1)

  const next = await startApp() // in the same session
  next.savePushToken('device')
  await settle()
  expect(api.count('savePushToken')).toBe(1)
})

it('sends a token that came before the sign-in after it', async () => {
  api.respond('savePushToken', successResponse)
  const app = await startApp()
  app.savePushToken('device')
  await settle()
  expect(receivedCalls()).toEqual([])
  app.signIn()
  await expect.poll(() => storedToken()).toBe('device')
  expect(receivedCalls()).toEqual([[{ token: 'device' }, 'token']])
})

it('sends it in the next session too', async () => {
  api.respond('savePushToken', successResponse)
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => storedToken()).toBe('device')
  app.signOut()
  expect(storedToken()).toBeNull()
  app.signIn('other', 99)
  await expect.poll(() => storedToken()).toBe('device')
  expect(receivedCalls()).toEqual([
    [{ token: 'device' }, 'token'],
    [{ token: 'device' }, 'other'],
  ])
})

it('waits for another token once the phone has invalidated the previous one', async () => {
  api.respond('savePushToken', successResponse)
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => storedToken()).toBe('device')
  app.forgetPushToken()
  app.signIn('other', 99)
  await settle()
  expect([api.count('savePushToken'), storedToken()]).toEqual([1, null])
  app.savePushToken('next')
  await expect.poll(() => storedToken()).toBe('next')
})

it('replaces the token by a changed one, deleting nothing', async () => {
  api.respond('savePushToken', successResponse)
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => storedToken()).toBe('device')
  app.savePushToken('renewed')
  await expect.poll(() => storedToken()).toBe('renewed')
  expect(receivedCalls()).toEqual([
    [{ token: 'device' }, 'token'],
    [{ token: 'renewed' }, 'token'],
  ])
})

it('sends a changed token only after the call for the previous one, so that the server keeps the newest', async () => {
  const { responses, sent } = holdCalls()
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  app.savePushToken('renewed')
  await settle()
  expect(sent).toHaveLength(1)
  responses[0]?.(successResponse)
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual([{ token: 'renewed' }, 'Bearer token'])
  responses[1]?.(successResponse)
  await expect.poll(() => storedToken()).toBe('renewed')
})

it.each([
  ['success', 200],
  ['failure', 503],
])('ignores the %s of a session that is over, and saves for the live one', async (_, status) => {
  const { responses, sent } = holdCalls()
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => sent).toHaveLength(1)
  app.signIn('other', 99)
  responses[0]?.(successResponse, status)
  await expect.poll(() => sent).toHaveLength(2)
  expect([storedToken(), app.getToast()]).toEqual([null, undefined])
  expect(sent[1]).toEqual([{ token: 'device' }, 'Bearer other'])
  responses[1]?.(successResponse)
  await expect.poll(() => storedToken()).toBe('device')
})

it('stores no token when the parent signs out meanwhile', async () => {
  const { responses, sent } = holdCalls()
  const app = await startApp()
  app.signIn()
  app.savePushToken('device')
  await expect.poll(() => sent).toHaveLength(1)
  app.signOut()
  responses[0]?.(successResponse)
  await settle()
  expect([localStorage.length, sent.length]).toEqual([0, 1])
})

describe('a failure', () => {
  it.each([
    ['a refusal', () => api.refuse('savePushToken', 400, 'El token del dispositivo es requerido')],
    ['a token that is not accepted', () => api.refuse('savePushToken', 401, 'Token inválido')],
    ['no line', () => api.breakLine('savePushToken')],
  ])('(%s) is shown, and nothing is stored', async (_, fail) => {
    fail()
    const app = await startApp()
    app.signIn()
    app.savePushToken('device')
    await expect.poll(() => app.getToast()).toMatchObject(failureToast)
    expect(storedToken()).toBeNull()
    expect(app.getSession().auth_token).toBe('token')
  })

  it('of the phone is shown in the same words, and only once', async () => {
    const app = await startApp()
    app.signIn()
    app.showPushFailure()
    expect(app.getToast()).toMatchObject(failureToast)
    app.hideToast()
    app.showPushFailure()
    expect(app.getToast()).toBeUndefined()
  })

  it('is retried at the next sign-in, and shown only once', async () => {
    api.refuse('savePushToken', 503)
    const app = await startApp()
    app.signIn()
    app.savePushToken('device')
    await expect.poll(() => app.getToast()).toMatchObject(failureToast)
    app.hideToast()
    app.savePushToken('device')
    app.dispatch({ type: 'profileLoaded', profile: aProfile() })
    await settle()
    expect(api.count('savePushToken')).toBe(1)

    app.signOut()
    app.signIn('again')
    await expect.poll(() => api.count('savePushToken')).toBe(2)
    await settle()
    expect(app.getToast()).toBeUndefined()

    app.savePushToken('renewed')
    await expect.poll(() => api.count('savePushToken')).toBe(3)
    await settle()
    expect([app.getToast(), storedToken()]).toEqual([undefined, null])
  })

  it('is retried, and shown again, at the next start', async () => {
    api.refuse('savePushToken', 503)
    api.refuse('savePushToken', 503)
    api.respond('savePushToken', successResponse)
    const app = await startApp()
    app.signIn()
    app.savePushToken('device')
    await expect.poll(() => app.getToast()).toMatchObject(failureToast)
    const next = await startApp()
    next.savePushToken('device')
    await expect.poll(() => next.getToast()).toMatchObject(failureToast)
    const last = await startApp()
    last.savePushToken('device')
    await expect.poll(() => storedToken()).toBe('device')
    expect(last.getToast()).toBeUndefined()
  })
})
