import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { guard, LOGIN } from './app/guard.ts'
import { preload } from './app/routes.tsx'
import { runAfterSignIn } from './app/runAfterSignIn.ts'
import { watchIntent } from './app/watchIntent.ts'
import { config } from './config.ts'
import { watchCrashes } from './shared/crashes.ts'
import { isNative } from './shared/device/native.ts'
import { watchTheme } from './shared/device/theme.ts'
import { afterFirstPaint } from './shared/firstPaint.ts'
import { currentPath, navigate } from './shared/router.tsx'
import { watchAnswerStore } from './shared/session/answerStore.ts'
import { isSignedIn, selectedStudent } from './shared/session/session.ts'
import { getSession, startSession, watchOtherTabs } from './shared/session/store.ts'
import { hasUnendedSessions } from './shared/session/stored.ts'

function start() {
  void document.fonts?.load('1em Figtree') // ahead of the first text, and not beside the code
  startSession()
  watchOtherTabs()
  watchAnswerStore()
  watchTheme()
  // Until the page's code is here, the shell of index.html stands. The profile is kept: it may come after the page.
  const code = preload(firstPath(), selectedStudent(getSession())?.id)
  void Promise.race([code, headStart()]).then(render)
  void afterFirstPaint().then(() =>
    runAfterSignIn(() => void import('./app/watchProfile.ts').then((m) => m.watchProfile())),
  )
  if (hasUnendedSessions())
    void afterFirstPaint().then(() =>
      import('./shared/session/endUnendedSessions.ts').then((m) => m.endUnendedSessions()),
    )
  watchIntent()
}

/** Where this visit ends, as far as the guard can tell. */
function firstPath(): string {
  const verdict = guard(currentPath(), isSignedIn(getSession()), history.state)
  return verdict.show ? currentPath() : verdict.redirectTo
}

const headStart = () => new Promise((resolve) => setTimeout(resolve, config.codeHeadStartMs))

/**
 * What has the code on the device stands sooner in one piece. On a first visit more comes in meanwhile: in a transition
 * React draws piece by piece, and a slow phone hears a touch in between.
 */
function draw(drawing: () => void) {
  if (isNative() || navigator.serviceWorker?.controller) drawing()
  else startTransition(drawing)
}

function render() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  const isFormServed = root.dataset.served !== undefined
  if (isFormServed && !isSignedIn(getSession()) && firstPath() === LOGIN) {
    // The form was served at `/` too, where the guard would first take it away; the phone may have been told another page.
    const wanted = currentPath()
    if (wanted !== LOGIN) navigate(LOGIN, { replace: true, state: { wanted } })
    draw(() => void hydrateRoot(root, app))
  } else {
    delete root.dataset.served
    draw(() => createRoot(root).render(app))
  }
}

watchCrashes()
if (isNative()) void import('./app/watchShell.native.ts').then((shell) => shell.startOnPhone(start))
// In a task of its own, after this file has run: a slow phone hears a touch in between.
else setTimeout(start)
