import { emptyDocuments } from '../shared/device/files/saveFile.native.ts'
import { keepProofOnPhone } from '../shared/device/network/deviceProof.native.ts'
import { onConnection } from '../shared/device/network/online.native.ts'
import { setConnection } from '../shared/device/network/online.ts'
import { hideSplash, launchUrl, onBackButton, onUrl, showBars } from '../shared/device/screen/shell.native.ts'
import { openStorage } from '../shared/device/storage/storage.native.ts'
import { currentPath, navigate } from '../shared/router.tsx'
import { getSession, onSessionChange } from '../shared/session/store.ts'
import { sessionKeys, UNENDED_SESSIONS } from '../shared/session/stored.ts'
import { closeModals, goBack } from './routes/backButton.ts'
import { pathOfLink } from './routes/deepLink.ts'
import { watchPushes } from './session/watchPushes.ts'

/** The limit for the phone to report the address that opened the app. */
const LAUNCH_WITHIN_MS = 1_000
/** The splash screen is hidden after this time, with or without a page. */
const SPLASH_WITHIN_MS = 3_000

/** Starts the app on a phone, after reading its storage, and connects it to the phone's features. */
export async function startOnPhone(start: () => void): Promise<void> {
  await Promise.allSettled([openStorage([...sessionKeys, UNENDED_SESSIONS]), openLaunchUrl()])
  keepProofOnPhone()
  start()
  void hideSplashOnceShown()
  watchTheme()
  watchSignOut()
  await Promise.allSettled([
    onUrl(openLink),
    onBackButton(goBack),
    onConnection(setConnection),
    emptyDocuments(),
    watchPushes(),
  ])
}

/** Opens the page of a link; ignores links that are not of this app. */
function openLink(url: string, options?: { replace: boolean }) {
  const path = pathOfLink(url)
  if (path === undefined || path === currentPath() + location.search) return // iOS reports the launch URL twice
  closeModals()
  navigate(path, options)
}

async function openLaunchUrl() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'reload') return // the launch URL was opened before the reload
  const timeLimit = new Promise<undefined>((resolve) => setTimeout(resolve, LAUNCH_WITHIN_MS))
  const url = await Promise.race([launchUrl(), timeLimit]).catch(() => undefined)
  if (url !== undefined) openLink(url, { replace: true })
}

/** Hides the splash once the first page is shown. */
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

/** Keeps the phone's system bars in the theme of the page. */
function watchTheme() {
  const showBarsOfTheme = () => {
    const { theme } = document.documentElement.dataset
    showBars(theme === 'dark' ? 'dark' : 'light').catch(() => undefined)
  }
  new MutationObserver(showBarsOfTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  showBarsOfTheme()
}

/** Removes the files of the documents that the parent has opened from the phone when the session ends. */
function watchSignOut() {
  let { auth_token } = getSession()
  onSessionChange(() => {
    if (getSession().auth_token === auth_token) return
    const isOver = auth_token !== null
    auth_token = getSession().auth_token
    if (isOver) void emptyDocuments()
  })
}
