import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Network } from '@capacitor/network'
import { SplashScreen } from '@capacitor/splash-screen'
import { protectionKeys, startProtection } from '../shared/appLock/appLock.native.ts'
import { cover } from '../shared/appLock/cover.ts'
import { emptyDocuments } from '../shared/device/files/saveFile.native.ts'
import { keepProofOnPhone } from '../shared/device/network/deviceProof.native.ts'
import { setConnection } from '../shared/device/network/online.ts'
import { openStorage } from '../shared/device/storage/storage.native.ts'
import { currentPath, navigate } from '../shared/router.tsx'
import { savePushToken, showPushFailure } from '../shared/session/pushToken.ts'
import { onSessionChange } from '../shared/session/store.ts'
import { sessionKeys } from '../shared/session/stored.ts'
import { subscribePushes } from '../shared/session/subscribePushes.ts'
import { LockScreen } from './lock/LockScreen.native.tsx'
import { closeModals, goBack } from './routes/backButton.native.ts'
import { pathOfLink, pathOfPush } from './routes/deepLink.ts'

/** How long the start waits for the phone to report the address that opened the app. */
const LAUNCH_URL_WAIT_MS = 1_000
/** How long the splash screen waits for the first page before it is hidden without one. */
const SPLASH_WAIT_MS = 3_000

/** Starts the app on a phone, after reading its storage, and connects it to the phone's features. */
export async function startOnPhone(start: () => void): Promise<void> {
  await Promise.allSettled([openStorage([...sessionKeys, ...protectionKeys]), openLaunchUrl()])
  keepProofOnPhone()
  startProtection(LockScreen)
  start()
  void hideSplashOnceShown()
  showThemeInSystemBars()
  emptyDocumentsAfterSignOut()
  await Promise.allSettled([
    App.addListener('appUrlOpen', ({ url }) => openLink(url)),
    App.addListener('backButton', ({ canGoBack }) => goBack(canGoBack && !cover.get())),
    reportConnection(),
    emptyDocuments(),
    startPhonePushes(),
  ])
}

/** Opens the page of a link; ignores links that are not of this app. */
function openLink(url: string, options?: { replace: boolean }) {
  const path = pathOfLink(url)
  if (path === undefined || path === currentPath() + location.search) return // iOS reports the launch URL twice
  closeModals()
  navigate(path, options)
}

/** Opens the page of the address that opened the app, if there is one. */
async function openLaunchUrl() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'reload') return // the launch URL was opened before the reload
  const timeLimit = new Promise<undefined>((resolve) => setTimeout(resolve, LAUNCH_URL_WAIT_MS))
  const launch = await Promise.race([App.getLaunchUrl(), timeLimit]).catch(() => undefined)
  if (launch?.url) openLink(launch.url, { replace: true })
}

/** Passes to `setConnection` whether the phone has a connection, at once and at each change. */
async function reportConnection() {
  await Network.addListener('networkStatusChange', ({ connected }) => setConnection(connected))
  setConnection((await Network.getStatus()).connected)
}

/** Hides the splash screen once the first page is shown. */
async function hideSplashOnceShown(): Promise<void> {
  await new Promise<void>((resolve) => {
    const resolveOnceShown = () => {
      if (!document.querySelector('h1')) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(resolveOnceShown)
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(resolve, SPLASH_WAIT_MS)
    resolveOnceShown()
  })
  await SplashScreen.hide().catch(() => undefined)
}

/** Shows the text of the phone's system bars in the colour for the page's theme, also after a change of theme. */
function showThemeInSystemBars() {
  const showBarsOfTheme = () => {
    const isDark = document.documentElement.dataset.theme === 'dark'
    SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light }).catch(
      () => undefined,
    )
  }
  new MutationObserver(showBarsOfTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  showBarsOfTheme()
}

/** Removes the documents that the parent has opened from the phone, each time a session ends. */
function emptyDocumentsAfterSignOut() {
  onSessionChange(({ auth_token }, before) => {
    if (before.auth_token !== null && before.auth_token !== auth_token) void emptyDocuments()
  })
}

/** Refetches the data that the page shows: a notification reports a recent change, perhaps of this data. */
async function refetchVisibleData() {
  const { queryClient } = await import('../shared/api/queryClient.ts')
  await queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
}

/** Registers the phone for pushes while a parent is signed in (spec §3); opens the page of a tapped notification. */
async function startPhonePushes(): Promise<void> {
  // The module is imported dynamically, as in push.ts: with a static import, its chunk would lose the name `.native.`,
  // by which build/installableApp.ts excludes it from what a browser stores.
  const { subscribePushEvents } = await import('../shared/device/push/push.native.ts')
  await subscribePushEvents({
    onToken: savePushToken,
    onFailure: showPushFailure,
    onOpened(data) {
      closeModals()
      navigate(pathOfPush(data))
      void refetchVisibleData()
    },
  })
  subscribePushes()
}
