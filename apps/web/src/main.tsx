import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { guard, HOME, LOGIN } from './app/routes/guard.ts'
import { preload } from './app/routes/routes.tsx'
import { config } from './config.ts'
import { subscribeCrashes } from './shared/crashes/crashes.ts'
import { isNative } from './shared/device/native.ts'
import { subscribeTheme } from './shared/device/screen/theme.ts'
import { currentPath, navigate, normalizePath } from './shared/router.tsx'
import { sweepCachedResponses } from './shared/session/cachedResponseStore.ts'
import { isSignedIn } from './shared/session/session.ts'
import { getSession, startSession, subscribeOtherTabs } from './shared/session/store.ts'

function startApp() {
  void document.fonts?.load('1em Figtree') // requests the font before the first text needs it
  startSession()
  subscribeOtherTabs()
  sweepCachedResponses()
  subscribeTheme()
  preloadOnIntent()
  // index.html's shell is shown until the page's code has loaded or `codeHeadStartMs` has passed.
  void Promise.race([preload(firstPath()), codeTimeout()]).then(renderApp)
}

/** Returns the path to show first: the current one, or that to which the route guard redirects. */
function firstPath(): string {
  const result = guard(currentPath(), isSignedIn(getSession()), history.state)
  return result.show ? currentPath() : result.redirectTo
}

const codeTimeout = () => new Promise((resolve) => setTimeout(resolve, config.codeHeadStartMs))

/**
 * Calls `renderRoot`. If the code is on the device, one synchronous render is fastest. On a first visit, while more
 * code loads, a transition lets React render in slices, so that a slow phone can handle input in between.
 */
function renderFirst(renderRoot: () => void) {
  if (isNative() || navigator.serviceWorker?.controller) renderRoot()
  else startTransition(renderRoot)
}

function renderApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  const isPrerendered = root.dataset.served !== undefined
  if (isPrerendered && !isSignedIn(getSession()) && firstPath() === LOGIN) {
    // The prerendered sign-in form is also served for other paths: go to /login first, so that the app keeps the form.
    const path = currentPath()
    if (path !== LOGIN) navigate(LOGIN, { replace: true, state: { wanted: path + location.search } })
    renderFirst(() => void hydrateRoot(root, app))
  } else {
    delete root.dataset.served
    renderFirst(() => createRoot(root).render(app))
  }
}

/** Fetches a page's code when its link is hovered or focused, and Inicio's when a field of the sign-in is. */
function preloadOnIntent() {
  document.addEventListener('pointerover', fetchLinkedPage)
  document.addEventListener('focusin', fetchLinkedPage)
}

function fetchLinkedPage({ target }: Event) {
  if (!(target instanceof Element)) return
  const link = target.closest('a')
  if (link?.getAttribute('href')?.startsWith('/')) void preload(normalizePath(link.pathname))
  else if (target instanceof HTMLInputElement && currentPath() === LOGIN) void preload(HOME)
}

subscribeCrashes()
if (isNative()) void import('./app/startOnPhone.native.ts').then((phone) => phone.startOnPhone(startApp))
// The start is a separate task, so that a slow phone can handle input before it.
else setTimeout(startApp)
