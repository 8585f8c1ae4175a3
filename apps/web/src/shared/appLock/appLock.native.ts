import { BiometricAuth } from '@aparajita/capacitor-biometric-auth'
import { App } from '@capacitor/app'
import { PrivacyScreen } from '@capacitor/privacy-screen'
import type { ComponentType } from 'react'
import { keyStore } from '../device/storage/storage.ts'
import { observable } from '../observable.ts'
import { getSession, onSessionChange } from '../session/store.ts'
import { cover } from './cover.ts'

/** The app locks itself after this time in the background. */
const LOCK_AFTER_MS = 60_000

/** The stored choices of the parent: to lock the app, and to hide its contents in the app switcher. */
export const protectionKeys = ['app_lock', 'hidden_contents'] as const
type Choice = (typeof protectionKeys)[number]

const choices = observable<ReadonlySet<Choice>>(new Set())
export const useProtection = choices.use

/** When the app went to the background; undefined in the foreground. */
let leftAt: number | undefined

/**
 * Applies the stored choices, and locks the app if it starts with a session. It is called once, before the session
 * starts. A session that ends also ends the lock and the choices, which belong to the parent who was signed in.
 */
export function startProtection(LockScreen: ComponentType) {
  const store = keyStore()
  choices.set(new Set(protectionKeys.filter((key) => store.getItem(key) !== null)))
  if (choices.get().has('hidden_contents')) void PrivacyScreen.enable().catch(() => undefined)
  if (choices.get().has('app_lock') && store.getItem('auth_token') !== null) cover.set(LockScreen)
  onSessionChange(({ auth_token }) => {
    if (auth_token === null) endProtection()
  })
  void App.addListener('pause', () => {
    leftAt ??= Date.now()
  })
  void App.addListener('resume', () => {
    const away = leftAt === undefined ? 0 : Date.now() - leftAt
    leftAt = undefined
    // A negative time means that the phone's clock was set back.
    const isAway = away < 0 || away >= LOCK_AFTER_MS
    if (isAway && choices.get().has('app_lock') && getSession().auth_token !== null) cover.set(LockScreen)
  })
}

function endProtection() {
  if (choices.get().has('hidden_contents')) void PrivacyScreen.disable().catch(() => undefined)
  for (const key of choices.get()) keyStore().removeItem(key)
  choices.set(new Set())
  cover.set(undefined)
}

function store(key: Choice, isOn: boolean) {
  const next = new Set(choices.get())
  if (isOn) next.add(key)
  else next.delete(key)
  if (isOn) keyStore().setItem(key, 'true')
  else keyStore().removeItem(key)
  choices.set(next)
}

/** Whether the phone recognized its owner; 'missing' if it has neither fingerprint, face nor PIN. */
type Recognition = 'recognized' | 'refused' | 'missing'

/** Asks for the fingerprint or face, with the phone's PIN in their place. It proves nothing to the server. */
async function recognizeOwner(): Promise<Recognition> {
  try {
    if (!(await BiometricAuth.checkBiometry()).deviceIsSecure) return 'missing'
    const title = 'Desbloquear Apoderados'
    const texts = {
      reason: title,
      androidTitle: title,
      cancelTitle: 'Cancelar',
      iosFallbackTitle: 'Usar código',
    }
    await BiometricAuth.authenticate({ ...texts, allowDeviceCredential: true })
    leftAt = undefined // Android's prompt counts as time in the background
    return 'recognized'
  } catch {
    return 'refused'
  }
}

export async function unlock(): Promise<Recognition> {
  const recognition = await recognizeOwner()
  if (recognition === 'recognized') cover.set(undefined)
  return recognition
}

/** Sets whether the app locks itself. Only what the phone can unlock is locked, so it asks before. */
export async function chooseLock(isOn: boolean): Promise<Recognition> {
  const recognition = isOn ? await recognizeOwner() : 'recognized'
  if (recognition === 'recognized') store('app_lock', isOn)
  return recognition
}

/** Sets whether the app switcher hides the app's contents. @throws if the phone cannot */
export async function chooseHiddenContents(isOn: boolean): Promise<void> {
  await (isOn ? PrivacyScreen.enable() : PrivacyScreen.disable())
  store('hidden_contents', isOn)
}
