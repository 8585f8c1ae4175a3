import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Network } from '@capacitor/network'
import { SplashScreen } from '@capacitor/splash-screen'
import { emptyDocuments } from '../shared/device/files/saveFile.native.ts'
import { keepProofOnPhone } from '../shared/device/network/deviceProof.native.ts'
import { setConnection } from '../shared/device/network/online.ts'
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
    App.addListener('appUrlOpen', ({ url }) => openLink(url)),
    App.addListener('backButton', ({ canGoBack }) => goBack(canGoBack)),
    watchConnection(),
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
  const launch = await Promise.race([App.getLaunchUrl(), timeLimit]).catch(() => undefined)
  if (launch?.url) openLink(launch.url, { replace: true })
}

/** Reports whether the phone has a connection, at once and at each change. */
async function watchConnection() {
  await Network.addListener('networkStatusChange', ({ connected }) => setConnection(connected))
  setConnection((await Network.getStatus()).connected)
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
  await SplashScreen.hide().catch(() => undefined)
}

/** Keeps the text of the phone's system bars in the theme of the page. */
function watchTheme() {
  const showBarsOfTheme = () => {
    const isDark = document.documentElement.dataset.theme === 'dark'
    SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light }).catch(
      () => undefined,
    )
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
