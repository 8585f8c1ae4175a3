import { config } from '../../config.ts'
import { setCodeRecovery } from '../../shared/api/fetchCode.ts'
import { currentPath, onNavigation } from '../../shared/router.tsx'
import { getSession } from '../../shared/session/store.ts'
import { hasUnsavedInput } from '../session/hasUnsavedInput.ts'
import { runAfterSignIn } from '../session/runAfterSignIn.ts'
import { whenIdle } from '../session/whenIdle.ts'
import { cacheApp } from './cacheApp.ts'
import { reloadIfReplaced } from './reloadIfReplaced.ts'

const WORKER_PATH = '/sw.js'

/** Null before the registration, and in browsers and windows that allow no service worker. */
let registration: ServiceWorkerRegistration | null = null
/** Whether the parent has chosen to update in this tab. */
let isUpdating = false
/** Whether this page has already reloaded once for the new version. */
let hasReloadedForUpdate = false
/** Whether the next change of page activates the new version: another tab has updated, or input was unsaved here. */
let isActivationDue = false

/** Registers the service worker, checks for new versions, and shows a notice when one is waiting. */
export async function followVersions(): Promise<void> {
  setCodeRecovery(reloadIfReplaced)
  activateOnNavigation()
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  watchController(serviceWorker)
  await whenIdle() // the page's own requests go first
  // The registration fails in a browser that blocks workers, and in some tests.
  registration = (await serviceWorker.register(workerUrl()).catch(() => undefined)) ?? null
  if (!registration) return
  registration.addEventListener('updatefound', watchInstalling)
  watchInstalling()
  // The parent's request to update is cleared even if no version is waiting: it must not apply to a later one.
  void announceIfWaiting(takeUpdateRequest())
  if (!registration.installing) checkForVersion() // a first registration has just fetched the worker's file
  setInterval(checkForVersion, config.versionCheckMs)
  // After a failure `cacheApp` runs again at the next start.
  void serviceWorker.ready.then(() => runAfterSignIn(() => void cacheApp().catch(() => undefined)))
  document.addEventListener('visibilitychange', checkForVersion)
  void serviceWorker.ready.then(followSubscription).catch(() => undefined)
}

type ScriptPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }

/** Returns the only script address that the app trusts (R20): a TrustedScriptURL with Trusted Types, else a string. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('apoderados', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}

/** Loads and starts the code for notifications, only in a browser that is or was subscribed to them. */
async function followSubscription({ pushManager }: ServiceWorkerRegistration) {
  const subscription = await pushManager?.getSubscription() // Safari has no manager until the app is installed
  if (!subscription && getSession().push_token === null) return
  const { followPushes } = await import('../../shared/session/followPushes.ts')
  followPushes()
}

/** Checks whether the server has another version of the worker's file. */
function checkForVersion() {
  // The check fails without a network, which needs no handling.
  if (document.visibilityState === 'visible') registration?.update().catch(() => undefined)
}

function watchInstalling() {
  registration?.installing?.addEventListener('statechange', () => void announceIfWaiting())
}

/** Shows the notice if a new version is waiting; with `isRequested`, first tries to activate it without a notice. */
async function announceIfWaiting(isRequested = false) {
  if (!registration?.waiting || !registration.active) return
  if (isRequested && updateVersion() === 'now') return
  const { showVersionNotice } = await import('./VersionNotice.tsx')
  showVersionNotice(updateVersion)
}

/** Activates the new version at once, or at the next change of page if a reload would lose unsaved input. */
function updateVersion(): 'now' | 'later' {
  if (hasUnsavedInput()) {
    isActivationDue = true
    return 'later'
  }
  activateVersion()
  return 'now'
}

/** Returns whether `activateVersion` has set its flag in the history state before a reload, and clears the flag. */
function takeUpdateRequest(): boolean {
  const { wantsVersion = false, ...state } = history.state ?? {}
  if (wantsVersion) history.replaceState(state, '')
  hasReloadedForUpdate ||= wantsVersion
  return wantsVersion
}

function activateVersion() {
  isUpdating = true
  if (!hasReloadedForUpdate) history.replaceState({ ...history.state, wantsVersion: true }, '')
  const reload = () => location.reload()
  if (!registration?.waiting) return reload() // another tab has activated the new version
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(reload, config.versionSwitchMs)
}

function watchController(serviceWorker: ServiceWorkerContainer) {
  let wasControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdating) location.reload()
    else isActivationDue ||= wasControlled // the first worker has this page's version
    wasControlled = true
  })
}

/** Activates a due version when the path changes. */
function activateOnNavigation() {
  let path = currentPath()
  onNavigation(() => {
    if (path === currentPath()) return
    path = currentPath()
    if (isActivationDue) activateVersion()
  })
}
