import { Workbox } from 'workbox-window'
import { config } from '../config.ts'
import { currentPath, onNavigation } from '../shared/router.tsx'
import { getSession } from '../shared/session/store.ts'
import { subscribeEvents } from '../shared/subscribeEvents.ts'
import { subscribePasskeyOffers } from './session/passkeyOffers.ts'

type ScriptPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }

const WORKER_PATH = '/sw.js'

/** Returns the only script address that the app trusts (R20): a TrustedScriptURL with Trusted Types, else a string. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('apoderados', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}

/** Starts what waits for the first page: passkeys, and the service worker with its notice when a new version waits. */
export function startLater() {
  subscribePasskeyOffers().catch(() => undefined) // without its code, the password remains
  registerWorker()
}

function registerWorker() {
  addEventListener('vite:preloadError', reloadIfReplaced)
  if (!navigator.serviceWorker) return
  const worker = new Workbox(workerUrl())
  /** Whether the next change of page opens the new version: another tab has, or a reload would lose input here. */
  let isDue = false
  let isUpdating = false

  const openVersion = () => {
    if (isUpdating) return
    isUpdating = true
    worker.addEventListener('controlling', () => location.reload())
    worker.messageSkipWaiting()
  }
  const onUpdate = () => {
    isDue = hasUnsavedInput()
    if (!isDue) openVersion()
    return isDue ? 'later' : 'now'
  }
  worker.addEventListener('waiting', async () => {
    const { showVersionNotice } = await import('./VersionNotice.tsx')
    showVersionNotice(onUpdate)
  })
  worker.addEventListener('controlling', ({ isUpdate }) => {
    isDue ||= isUpdate === true
  })

  let path = currentPath()
  onNavigation(() => {
    if (path === currentPath()) return
    path = currentPath()
    if (isDue) openDueVersion()
  })
  const openDueVersion = async () => {
    // Another tab may have activated the new version already.
    if ((await navigator.serviceWorker.getRegistration())?.waiting) openVersion()
    else location.reload()
  }

  // Both calls fail without a network, and the registration in a browser that blocks workers.
  const check = () => document.visibilityState === 'visible' && worker.update().catch(() => undefined)
  void worker
    .register()
    .then(subscribeToPushes)
    .catch(() => undefined)
  setInterval(check, config.versionCheckMs)
  subscribeEvents(['visibilitychange'], check, document)
}

/** Loads and starts the code for notifications, only in a browser that is or was subscribed to them. */
async function subscribeToPushes() {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager?.getSubscription() // Safari has no manager until the app is installed
  if (!subscription && getSession().push_token === null) return
  const { subscribePushes } = await import('../shared/session/subscribePushes.ts')
  subscribePushes()
}

/**
 * Reloads the page after code could not be fetched, if the server has another build: at most once per history entry, and
 * not if that would lose unsaved input.
 */
async function reloadIfReplaced() {
  if (history.state?.hasReloaded || hasUnsavedInput()) return
  const signal = AbortSignal.timeout(config.callDeadlineMs)
  // The service worker answers only GET, so HEAD reaches the server, which no longer has this file of an old build.
  const response = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store', signal }).catch(
    () => undefined,
  )
  if (response?.status !== 404 || history.state?.hasReloaded) return
  history.replaceState({ ...history.state, hasReloaded: true }, '')
  location.reload()
}

const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=search])'

/** Whether a field has a value that a reload would lose; values from a password manager count too. */
const hasUnsavedInput = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>(FIELDS)).some(
    (field) => !field.readOnly && field.value !== '',
  )
