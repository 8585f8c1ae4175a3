import { expect, it, vi } from 'vitest'
import { simulatePhone } from '../../../testing/phone.ts'
import { askForPushes, declinePushes, forgetPushes, pushPermission, registerForPushes } from './push.ts'

const PUSH_PLUGIN = 'PushNotifications'
const phoneWithPermission = (receive: string) => ({
  [`${PUSH_PLUGIN}.checkPermissions`]: () => ({ receive }),
  [`${PUSH_PLUGIN}.requestPermissions`]: () => ({ receive }),
  'Preferences.get': () => ({ value: null }),
})

it('reports each token, each failure and the payload of a tapped notification', async () => {
  const phone = simulatePhone()
  const { subscribePushEvents } = await import('./push.native.ts')
  const heard: unknown[] = []
  await subscribePushEvents({
    onToken: (token) => heard.push(token),
    onFailure: () => heard.push('failure'),
    onOpened: (data) => heard.push(data),
  })
  phone.tell(`${PUSH_PLUGIN}.registration`, { value: 'device' })
  phone.tell(`${PUSH_PLUGIN}.registrationError`, { error: 'no service' })
  phone.tell(`${PUSH_PLUGIN}.pushNotificationActionPerformed`, { notification: { data: { path: '/app' } } })
  expect(heard).toEqual(['device', 'failure', { path: '/app' }])
  expect(phone.calls).toEqual([])
})

it.each(['prompt', 'prompt-with-rationale', 'denied'])(
  'neither registers nor asks while the permission is %s',
  async (state) => {
    const phone = simulatePhone(phoneWithPermission(state))
    await registerForPushes()
    expect(phone.names()).toEqual([`${PUSH_PLUGIN}.checkPermissions`])
  },
)

it('registers if it is allowed', async () => {
  const phone = simulatePhone(phoneWithPermission('granted'))
  await registerForPushes()
  expect(phone.names()).toEqual([`${PUSH_PLUGIN}.checkPermissions`, `${PUSH_PLUGIN}.register`])
})

it.each([
  ['prompt', 'prompt'],
  ['prompt-with-rationale', 'prompt'],
  ['granted', 'granted'],
  ['denied', 'denied'],
])('says of %s that it is %s', async (state, permission) => {
  simulatePhone(phoneWithPermission(state))
  expect(await pushPermission()).toEqual({ permission, isDeclined: false })
})

it('registers a phone whose parent agrees, and remembers a refusal', async () => {
  const agreeing = simulatePhone(phoneWithPermission('granted'))
  await askForPushes()
  expect(agreeing.names()).toEqual([`${PUSH_PLUGIN}.requestPermissions`, `${PUSH_PLUGIN}.register`])
  const refusing = simulatePhone(phoneWithPermission('denied'))
  await askForPushes()
  expect(refusing.names()).toEqual([`${PUSH_PLUGIN}.requestPermissions`, 'Preferences.set'])
  const declining = simulatePhone({
    ...phoneWithPermission('prompt'),
    'Preferences.get': () => ({ value: 'true' }),
  })
  await declinePushes()
  expect(declining.names()).toEqual(['Preferences.set'])
  expect(await pushPermission()).toEqual({ permission: 'prompt', isDeclined: true })
})

it('forgets everything at the sign-out, even if one part fails', async () => {
  const phone = simulatePhone({
    [`${PUSH_PLUGIN}.unregister`]: () => Promise.reject(new Error('no service')),
  })
  await forgetPushes()
  expect(phone.names()).toEqual([
    `${PUSH_PLUGIN}.unregister`,
    `${PUSH_PLUGIN}.removeAllDeliveredNotifications`,
    'Preferences.remove',
  ])
})

it('does not call the plug-in in an Android build without Firebase, where it would crash', async () => {
  vi.stubEnv('FIREBASE', 'missing')
  const phone = simulatePhone(phoneWithPermission('granted'))
  await registerForPushes()
  await forgetPushes()
  vi.unstubAllEnvs()
  expect(phone.names()).toEqual([`${PUSH_PLUGIN}.removeAllDeliveredNotifications`, 'Preferences.remove'])
})

it.each([
  ['without a shell', undefined],
  ['with a shell that is none', { isNativePlatform: () => false }],
  ['with something else of that name', {}],
])('asks no phone in a browser %s', async (_, Capacitor) => {
  const phone = simulatePhone(phoneWithPermission('granted'))
  vi.stubGlobal('Capacitor', Capacitor)
  await registerForPushes()
  await forgetPushes()
  expect(await pushPermission()).toEqual({ permission: 'none', isDeclined: false })
  expect(phone.calls).toEqual([])
})
