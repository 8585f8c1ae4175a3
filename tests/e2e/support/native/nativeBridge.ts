import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { storedSession } from '../storedSession.ts'
import { API, CAROLINA, expect, PASSWORD } from '../support.ts'
import { type Call, type Phone, RefusedCallError } from './phone.ts'
import { type Platform, pluginHeaders } from './pluginHeaders.ts'

const BRIDGE_PATH = '../../../../node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js'
const bridgeCode = readFileSync(join(import.meta.dirname, BRIDGE_PATH), 'utf8')

/** The callback ids of the page's listeners, by event. */
type Listeners = Record<string, string[]>
type PhoneResponse = {
  data?: unknown
  error?: { message: string; code?: string | undefined }
  waiting?: unknown
}
type ShellWindow = {
  Capacitor: { fromNative: (result: object) => void }
  callPhone: (call: Call) => Promise<PhoneResponse>
  listening: Listeners
  prompt: () => string
}

/** Installs in the page, before its scripts run, what a native shell does: plug-in headers and a message channel. */
function startShell({ platform, headers }: { platform: Platform; headers: object[] }) {
  const shell = window as unknown as ShellWindow & Record<string, unknown>
  const listening: Listeners = {}
  const onMessage = async (message: {
    callbackId: string
    pluginId: string
    methodName: string
    options: { eventName?: string }
  }) => {
    const { callbackId, pluginId: plugin, methodName: method, options } = message
    const event = `${plugin}.${options.eventName}`
    if (method === 'addListener') listening[event] = [...(listening[event] ?? []), callbackId]
    const { waiting, ...result } = await shell.callPhone({ plugin, method, options })
    const response = { callbackId, pluginId: plugin, methodName: method, success: !result.error, save: true }
    if (method !== 'addListener') shell.Capacitor.fromNative({ ...response, ...result })
    else if (waiting !== undefined) shell.Capacitor.fromNative({ ...response, data: waiting })
  }
  Object.assign(shell, {
    listening,
    prompt: () => 'false', // iOS uses `prompt` to ask whether Capacitor should send the page's requests
    Capacitor: { DEBUG: false, isLoggingEnabled: false, Plugins: {}, PluginHeaders: headers },
    ...(platform === 'android'
      ? { androidBridge: { postMessage: (text: string) => onMessage(JSON.parse(text)) } }
      : { webkit: { messageHandlers: { bridge: { postMessage: onMessage } } } }),
  })
}

/** Runs the page as on a phone: Capacitor's real bridge, with simulated native plug-ins. */
export async function emulatePhone(page: Page, phone: Phone): Promise<void> {
  await page.exposeFunction('callPhone', async (call: Call): Promise<PhoneResponse> => {
    phone.calls.push(call)
    const { plugin, method, options } = call
    if (method === 'removeListener') return {}
    const event = `${plugin}.${options.eventName}`
    if (method === 'addListener') {
      const waiting = phone.waiting.get(event)
      phone.waiting.delete(event)
      return { waiting }
    }
    try {
      const respond = phone.methods[`${plugin}.${method}`]
      if (!respond) throw new RefusedCallError(`${plugin}.${method} is not simulated`)
      return { data: await respond(options) }
    } catch (error) {
      const { message, code } = error as RefusedCallError
      return { error: { message, code } }
    }
  })
  const shell = { platform: phone.platform, headers: pluginHeaders(phone.platform) }
  await page.addInitScript(
    `(${startShell})(${JSON.stringify(shell)});
    if (window.Capacitor.PluginHeaders) { ${bridgeCode} }`,
  )
  phone.sendEvent = async (event, data) => {
    const isHeard = await page.evaluate(
      ([name, eventData]) => {
        const { listening, Capacitor } = window as unknown as ShellWindow
        const callbacks = listening[name as string] ?? []
        for (const callbackId of callbacks) {
          Capacitor.fromNative({ callbackId, data: eventData, success: true, save: true })
        }
        return callbacks.length > 0
      },
      [event, data],
    )
    if (!isHeard) phone.waiting.set(event, data) // waits for a listener, as in the native plug-ins
  }
}

/** Stores a session on the phone, as after a sign-in, and opens the page. */
export async function enterOnPhone(
  page: Page,
  phone: Phone,
  path = '/app/inicio',
  email = CAROLINA,
): Promise<void> {
  const response = await page.request.post(`${API}/auth/login`, { data: { email, password: PASSWORD } })
  const { jwt, parent } = await response.json()
  phone.secrets.set('capacitor-storage_auth_token', JSON.stringify(jwt))
  const { auth_token: _, ...session } = storedSession(jwt, parent)
  for (const [key, value] of Object.entries(session)) phone.preferences.set(key, value)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
