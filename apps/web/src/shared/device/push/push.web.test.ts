import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../../testing/data/notificationSettings.ts'
import { fakeApi } from '../../../testing/fakeApi.ts'
import { simulatePushService, tokenOf } from '../../../testing/pushService.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { dispatch, getSession } from '../../session/store.ts'
import {
  askForPushes,
  declinePushes,
  forgetPushes,
  pushPermission,
  registerForPushes,
  stopPushes,
} from './push.ts'

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.respond('getNotificationSettings', theSettings())
  const done = { success: true, message: 'Listo' }
  api.respond('savePushToken', done)
  api.respond('deletePushToken', done)
  signedIn()
})

const storedToken = () => getSession().push_token
const requestsOf = (name: string) =>
  api.received.filter((call) => call.name === name).map(({ request }) => request)
const readPermission = async () => (await pushPermission()).permission

describe('a browser', () => {
  it('subscribes with the key of the server once the parent has agreed', async () => {
    const browser = simulatePushService()
    expect(await readPermission()).toBe('prompt')
    await askForPushes()
    expect(browser.keys).toEqual(['BKey'])
    expect([storedToken(), await readPermission()]).toEqual([tokenOf(1), 'granted'])
    expect(requestsOf('savePushToken')).toEqual([{ token: tokenOf(1) }])
  })

  it('does not subscribe if the parent refuses', async () => {
    const browser = simulatePushService('denied')
    await askForPushes()
    expect([browser.keys, storedToken(), await readPermission()]).toEqual([[], null, 'denied'])
    expect(api.received).toEqual([])
  })

  it('replaces a subscription that an earlier session has left', async () => {
    const browser = simulatePushService()
    browser.subscription = 99
    await askForPushes()
    expect([browser.subscription, storedToken()]).toEqual([1, tokenOf(1)])
  })

  it('is not notified if the server refuses the subscription', async () => {
    api = fakeApi()
    api.respond('getNotificationSettings', theSettings())
    api.refuse('savePushToken', 400, 'Este navegador usa un servicio que no conocemos')
    simulatePushService()
    await expect(askForPushes()).rejects.toThrow('Este navegador usa un servicio que no conocemos')
    expect([storedToken(), await readPermission()]).toEqual([null, 'prompt'])
  })

  it('sends a subscription that the browser has replaced, and only that', async () => {
    const browser = simulatePushService()
    await askForPushes()
    await registerForPushes()
    expect(requestsOf('savePushToken')).toHaveLength(1)
    browser.subscription = 7
    await registerForPushes()
    expect([requestsOf('savePushToken')[1], storedToken()]).toEqual([{ token: tokenOf(7) }, tokenOf(7)])
  })

  it('knows that the browser has ended its subscription', async () => {
    const browser = simulatePushService()
    await askForPushes()
    browser.subscription = undefined
    await registerForPushes()
    expect([storedToken(), await readPermission()]).toEqual([null, 'prompt'])
  })

  it('does not subscribe the next parent without a tap', async () => {
    const browser = simulatePushService()
    await askForPushes()
    dispatch({ type: 'signedOut' })
    signedIn(undefined, 'next')
    await registerForPushes()
    expect([storedToken(), browser.keys]).toEqual([null, ['BKey']])
  })

  it('ends its subscription and closes what is shown at the sign-out', async () => {
    const browser = simulatePushService()
    await askForPushes()
    await forgetPushes()
    expect(browser.subscription).toBeUndefined()
    expect(browser.closed).toBeGreaterThan(0)
  })

  it('is turned off on the server first, and stays on if that fails', async () => {
    const browser = simulatePushService()
    await askForPushes()
    await stopPushes()
    expect([requestsOf('deletePushToken'), browser.subscription]).toEqual([
      [{ token: tokenOf(1) }],
      undefined,
    ])
    expect([storedToken(), await readPermission()]).toEqual([null, 'prompt'])

    await askForPushes()
    api = fakeApi()
    api.breakLine('deletePushToken')
    await expect(stopPushes()).rejects.toThrow()
    expect([storedToken(), browser.subscription]).toEqual([tokenOf(2), 2])
  })

  it('remembers Ahora no until the session ends', async () => {
    simulatePushService()
    await declinePushes()
    expect((await pushPermission()).isDeclined).toBe(true)
    await forgetPushes()
    expect((await pushPermission()).isDeclined).toBe(false)
  })
})

describe('a browser without a push service', () => {
  const named = (userAgent: string, maxTouchPoints = 0) =>
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        userAgent: { value: userAgent },
        maxTouchPoints: { value: maxTouchPoints },
      }),
    )

  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari', 5, 'install'],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'install'],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'none'],
    ['an old browser', 'Mozilla/5.0 (X11; Linux x86_64)', 0, 'none'],
  ])('on %s', async (_, userAgent, touchPoints, state) => {
    named(userAgent, touchPoints)
    expect(await readPermission()).toBe(state)
    await forgetPushes()
    await registerForPushes()
    expect(api.received).toEqual([])
  })
})
