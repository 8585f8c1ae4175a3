import { config } from '../config.ts'
import { recoverCodeBy } from '../shared/fetchCode.ts'
import { currentPath, onNavigation } from '../shared/router.tsx'
import { hasUnsavedInput } from './hasUnsavedInput.ts'
import { reloadIfReplaced } from './reloadIfReplaced.ts'
import { whenIdle } from './whenIdle.ts'
import { workerUrl } from './workerUrl.ts'

/** Null where the browser keeps no service worker: an old one, or a window that may store nothing. */
let registration: ServiceWorkerRegistration | null = null
/** The parent has asked this tab for the new version. */
let isWanted = false
/** This page is the second try already. */
let hasWished = false
/** It is due with the next change of page: another tab has changed, or something is typed here. */
let isDue = false

/** Registers the worker, looks for new versions, and shows the notice of one that waits. */
export async function followVersions(): Promise<void> {
  recoverCodeBy(reloadIfReplaced)
  watchPath()
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  watchController(serviceWorker)
  await whenIdle() // what the page asks for goes first
  // A test's browser, or one that blocks workers, answers with nothing.
  registration = (await serviceWorker.register(workerUrl()).catch(() => undefined)) ?? null
  if (!registration) return
  registration.addEventListener('updatefound', watchInstalling)
  watchInstalling()
  void announceIfWaiting(takeWish()) // taken even where nothing waits: a wish is for no later version
  check()
  setInterval(check, config.versionCheckMs)
  document.addEventListener('visibilitychange', check)
}

/** Asks the server whether the worker's file has changed. */
function check() {
  // Without a network there is nothing to learn.
  if (document.visibilityState === 'visible') registration?.update().catch(() => undefined)
}

function watchInstalling() {
  registration?.installing?.addEventListener('statechange', () => void announceIfWaiting())
}

async function announceIfWaiting(isWished = false) {
  if (!registration?.waiting || !registration.active) return
  if (isWished && update() === 'now') return
  const { showVersionNotice } = await import('./VersionNotice.tsx')
  showVersionNotice(update)
}

/** Changes to the new version at this path, at once, or with the next page when that would lose what is typed. */
function update(): 'now' | 'later' {
  if (hasUnsavedInput()) {
    isDue = true
    return 'later'
  }
  activate()
  return 'now'
}

/** Whether this page was loaded for a version that an old worker, busy to its end, has not let in; told once. */
function takeWish(): boolean {
  const { wantsVersion = false, ...state } = history.state ?? {}
  if (wantsVersion) history.replaceState(state, '')
  hasWished ||= wantsVersion
  return wantsVersion
}

function activate() {
  isWanted = true
  if (!hasWished) history.replaceState({ ...history.state, wantsVersion: true }, '')
  const reload = () => location.reload()
  if (!registration?.waiting) return reload() // another tab was faster
  registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(reload, config.versionSwitchMs)
}

function watchController(serviceWorker: ServiceWorkerContainer) {
  let wasControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isWanted) location.reload()
    else isDue ||= wasControlled // a first worker brings what this page runs already
    wasControlled = true
  })
}

function watchPath() {
  let path = currentPath()
  onNavigation(() => {
    if (path === currentPath()) return
    path = currentPath()
    if (isDue) activate()
  })
}
