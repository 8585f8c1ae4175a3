import type { Platform } from './pluginHeaders.ts'

type CallOptions = Record<string, unknown>
/** Answers a call of the page, or throws the error that the phone would return. */
type PhoneMethod = (options: CallOptions) => unknown
export type Call = { plugin: string; method: string; options: CallOptions }

/** The error of a plug-in that refuses a call. */
export class RefusedCallError extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

const storageKeyOf = (options: CallOptions) => String(options.prefixedKey ?? options.key)

/** A simulated phone, which outlives the pages of the app: its storage, permissions and recorded calls. */
export class Phone {
  readonly platform: Platform
  readonly calls: Call[] = []
  /** The values in the app's preferences. */
  readonly preferences = new Map<string, string>()
  /** The values in the Keychain or Keystore. */
  readonly secrets = new Map<string, string>()
  readonly calendar: CallOptions[] = []
  readonly files = new Map<string, Buffer>()
  readonly opened: string[] = []
  calendarPermission: 'granted' | 'denied' = 'granted'
  pushPermission = 'prompt'
  /** The parent's response to the phone's permission prompt. */
  pushResponse = 'granted'
  pushToken = 'device'
  launchUrl: string | undefined
  isConnected = true
  /** Whether the phone has a fingerprint, face or PIN. */
  isSecure = true
  /** The data of events without a listener so far, by name: 'PushNotifications.pushNotificationActionPerformed'. */
  readonly waiting = new Map<string, unknown>()
  /** Sends an event to the page; `emulatePhone` assigns this function. */
  sendEvent: (event: string, data: unknown) => Promise<void> = async () => undefined

  constructor(platform: Platform) {
    this.platform = platform
  }

  /** Returns the methods called on one plug-in, in order. */
  calledMethods = (plugin: string): string[] =>
    this.calls.filter((call) => call.plugin === plugin).map((c) => c.method)

  /** How the phone answers each method of a plug-in. A test replaces a method to make the phone fail or hang. */
  readonly methods: Record<string, PhoneMethod> = {
    'App.getInfo': () => ({ name: 'Apoderados', id: 'cl.apoderados.app', version: '1.0.16', build: '10016' }),
    'App.getLaunchUrl': () => (this.launchUrl === undefined ? undefined : { url: this.launchUrl }),
    'App.minimizeApp': () => undefined,
    'BiometricAuthNative.checkBiometry': () => ({ deviceIsSecure: this.isSecure }),
    'BiometricAuthNative.internalAuthenticate': () => undefined,
    'CapacitorCalendar.requestFullCalendarAccess': () => ({ result: this.calendarPermission }),
    'CapacitorCalendar.requestWriteOnlyCalendarAccess': () => ({ result: this.calendarPermission }),
    'CapacitorCalendar.createEvent': (event) => ({ id: String(this.calendar.push(event)) }),
    'FileViewer.openDocumentFromLocalPath': ({ path }) => void this.opened.push(String(path)),
    'Filesystem.writeFile': ({ path, data }) => this.write(String(path), String(data), false),
    'Filesystem.appendFile': ({ path, data }) => this.write(String(path), String(data), true),
    'Filesystem.getUri': ({ path }) => ({ uri: `file:///data/cache/${path}` }),
    'Filesystem.rmdir': ({ path }) => this.removeFolder(`${path}/`),
    'NativeSettings.open': () => ({ status: true }),
    'Network.getStatus': () => ({ connected: this.isConnected, connectionType: 'wifi' }),
    'Preferences.get': (options) => ({ value: this.preferences.get(storageKeyOf(options)) ?? null }),
    'Preferences.set': (options) => void this.preferences.set(storageKeyOf(options), String(options.value)),
    'Preferences.remove': (options) => void this.preferences.delete(storageKeyOf(options)),
    'PrivacyScreen.enable': () => ({ success: true }),
    'PrivacyScreen.disable': () => ({ success: true }),
    'PushNotifications.checkPermissions': () => ({ receive: this.pushPermission }),
    'PushNotifications.requestPermissions': () => {
      this.pushPermission = this.pushResponse
      return { receive: this.pushPermission }
    },
    'PushNotifications.register': () => this.issueToken(this.pushToken),
    'PushNotifications.unregister': () => undefined,
    'PushNotifications.removeAllDeliveredNotifications': () => undefined,
    'SecureStorage.internalGetItem': (options) => ({ data: this.secrets.get(storageKeyOf(options)) ?? null }),
    'SecureStorage.internalSetItem': (options) =>
      void this.secrets.set(storageKeyOf(options), String(options.data)),
    'SecureStorage.internalRemoveItem': (options) => ({
      success: this.secrets.delete(storageKeyOf(options)),
    }),
    'SplashScreen.hide': () => undefined,
    'SystemBars.setStyle': () => undefined,
  }

  /** Simulates the push service issuing a token. */
  issueToken = (value: string) => this.sendEvent('PushNotifications.registration', { value })

  private write(path: string, data: string, isMore: boolean) {
    const before = isMore ? this.files.get(path) : undefined
    this.files.set(path, Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(data, 'base64')]))
    return { uri: `file:///data/cache/${path}` }
  }

  private removeFolder(folder: string) {
    const filesInFolder = Array.from(this.files.keys()).filter((path) => path.startsWith(folder))
    if (filesInFolder.length === 0) throw new RefusedCallError('Folder does not exist.')
    for (const path of filesInFolder) this.files.delete(path)
  }
}
