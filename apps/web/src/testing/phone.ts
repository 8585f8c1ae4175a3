import { Capacitor } from '@capacitor/core'
import { vi } from 'vitest'

type Options = Record<string, unknown>
type Listener = (data: unknown) => void
type PluginCall = { method: string; options: Options }

/** The methods of the phone's plug-ins that the tests call. */
const pluginMethods: Record<string, string[]> = {
  App: ['minimizeApp', 'getInfo'],
  BiometricAuthNative: ['checkBiometry', 'internalAuthenticate'],
  CapacitorCalendar: ['requestFullCalendarAccess', 'createEvent'],
  FileViewer: ['openDocumentFromLocalPath'],
  Filesystem: ['writeFile', 'appendFile', 'getUri', 'rmdir'],
  Preferences: ['get', 'set', 'remove'],
  PrivacyScreen: ['enable', 'disable'],
  PushNotifications: [
    'checkPermissions',
    'requestPermissions',
    'register',
    'unregister',
    'removeAllDeliveredNotifications',
  ],
  SecureStorage: ['internalGetItem', 'internalSetItem', 'internalRemoveItem'],
}

let calls: PluginCall[] = []
let listeners = new Map<string, Listener>()
let responses: Record<string, (options: Options) => unknown> = {}

// Capacitor connects to the phone's native code when it is first imported, which happens once for all tests.
Object.assign(Capacitor, {
  PluginHeaders: Object.entries(pluginMethods).map(([name, methods]) => ({
    name,
    methods: [
      { name: 'addListener', rtype: 'callback' },
      ...methods.map((method) => ({ name: method, rtype: 'promise' })),
    ],
  })),
  async nativePromise(plugin: string, method: string, options: Options) {
    const call = `${plugin}.${method}`
    calls.push({ method: call, options })
    return responses[call]?.(options)
  },
  nativeCallback(plugin: string, _method: string, { eventName }: Options, listener: Listener) {
    listeners.set(`${plugin}.${eventName}`, listener)
    return '1'
  },
})

/** Simulates the phone's app. Its native side records all calls, and answers only those that `changes` names. */
export function simulatePhone(changes: typeof responses = {}) {
  vi.stubGlobal('androidBridge', {})
  vi.stubGlobal('Capacitor', Capacitor)
  calls = []
  listeners = new Map()
  responses = changes
  return {
    calls,
    responses,
    /** The names of the calls, in order. */
    names: () => calls.map(({ method }) => method),
    /** Reports an event of a plug-in to the app. */
    tell: (event: string, data: unknown) => listeners.get(event)?.(data),
  }
}
