import { beforeEach, expect, it, vi } from 'vitest'
import { onPushToken } from './push.ts'

type Heard = (event: { value: string }) => void

let permission: string
let asked: string[]
let heard: Heard | undefined
let tokens: string[]

const methods = ['addListener', 'checkPermissions', 'requestPermissions', 'register']
/** What the native shell gives the page. One for all tests: Capacitor takes it up when it is first loaded. */
const shell = {
  isNativePlatform: () => true,
  PluginHeaders: [
    {
      name: 'PushNotifications',
      methods: methods.map((name) => ({ name, rtype: name === 'addListener' ? 'callback' : 'promise' })),
    },
  ],
  async nativePromise(_plugin: string, method: string) {
    asked.push(method)
    if (method === 'register') heard?.({ value: 'device' })
    return method === 'checkPermissions' ? { receive: permission } : undefined
  },
  async nativeCallback(_plugin: string, _method: string, options: { eventName: string }, callback: Heard) {
    asked.push(options.eventName)
    heard = callback
    return 'callback-1'
  },
}

beforeEach(() => {
  asked = []
  heard = undefined
  tokens = []
  vi.stubGlobal('androidBridge', {})
  vi.stubGlobal('Capacitor', shell)
})

const listen = () => onPushToken((token) => tokens.push(token))

it('hears the token of a phone whose parent allows pushes, and each that replaces it', async () => {
  permission = 'granted'
  await listen()
  expect(asked).toEqual(['registration', 'checkPermissions', 'register'])
  heard?.({ value: 'renewed' })
  expect(tokens).toEqual(['device', 'renewed'])
})

it.each(['prompt', 'prompt-with-rationale', 'denied'])(
  'neither registers nor asks while the permission is %s',
  async (state) => {
    permission = state
    await listen()
    expect(asked).toEqual(['registration', 'checkPermissions'])
    expect(tokens).toEqual([])
  },
)

it.each([
  ['without a shell', undefined],
  ['with a shell that is none', { ...shell, isNativePlatform: () => false }],
  ['with something else of that name', {}],
])('hears nothing in a browser %s', async (_, Capacitor) => {
  permission = 'granted'
  vi.stubGlobal('Capacitor', Capacitor)
  await listen()
  expect(asked).toEqual([])
})
