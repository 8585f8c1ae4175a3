import { keepProofOnPhone } from '../shared/device/deviceProof.native.ts'
import { onConnection } from '../shared/device/online.native.ts'
import { setConnection } from '../shared/device/online.ts'
import { emptyDocuments } from '../shared/device/saveFile.native.ts'
import { hideSplash, launchUrl, onBackButton, onUrl, showBars } from '../shared/device/shell.native.ts'
import { openStorage } from '../shared/device/storage.native.ts'
import { currentPath, navigate } from '../shared/router.tsx'
import { getSession, onSessionChange } from '../shared/session/store.ts'
import { keys, UNENDED_SESSIONS } from '../shared/session/stored.ts'
import { closeModals, goBack } from './backButton.ts'
import { pathOfLink } from './deepLink.ts'
import { watchPushes } from './watchPushes.ts'

/** The phone's side may be slow to say how the app was opened; nothing waits longer for it. */
const LAUNCH_WITHIN_MS = 1_000
/** A page that does not come is no reason to go on hiding that. */
const SPLASH_WITHIN_MS = 3_000

/** Starts the app on a phone, where what is stored must be read first, and ties it to the phone's own ways. */
export async function startOnPhone(start: () => void): Promise<void> {
  await Promise.allSettled([openStorage([...keys, UNENDED_SESSIONS]), openLaunchUrl()])
  keepProofOnPhone()
  start()
  void hideSplashOnceShown()
  watchTheme()
  watchSignOut()
  await Promise.allSettled([
    onUrl(open),
    onBackButton(goBack),
    onConnection(setConnection),
    emptyDocuments(),
    watchPushes(),
  ])
}

/** An address that is not ours, or names no page of ours, changes nothing. */
function open(url: string, options?: { replace: boolean }) {
  const path = pathOfLink(url)
  if (path === undefined || path === currentPath()) return // iOS tells of the address that started it twice
  closeModals()
  navigate(path, options)
}

async function openLaunchUrl() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'reload') return // it has led where it leads already
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LAUNCH_WITHIN_MS))
  const url = await Promise.race([launchUrl(), late]).catch(() => undefined)
  if (url !== undefined) open(url, { replace: true })
}

/** The splash gives way to the first page, not to the moment before it. */
async function hideSplashOnceShown(): Promise<void> {
  await new Promise<void>((resolve) => {
    const resolveOnceShown = () => {
      if (!document.querySelector('h1')) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(resolveOnceShown)
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(resolve, SPLASH_WITHIN_MS)
    resolveOnceShown()
  })
  await hideSplash().catch(() => undefined)
}

/** The theme stands on the document, whoever has chosen it. */
function watchTheme() {
  const show = () => {
    const { theme } = document.documentElement.dataset
    showBars(theme === 'dark' ? 'dark' : 'light').catch(() => undefined)
  }
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  show()
}

/** Opened documents go with the session that opened them. */
function watchSignOut() {
  let { auth_token } = getSession()
  onSessionChange(() => {
    if (getSession().auth_token === auth_token) return
    const isOver = auth_token !== null
    auth_token = getSession().auth_token
    if (isOver) void emptyDocuments()
  })
}
