import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { onceSignedIn } from './app/onceSignedIn.ts'
import { preload } from './app/routes.tsx'
import { watchIntent } from './app/watchIntent.ts'
import { isNative } from './shared/device/native.ts'
import { watchTheme } from './shared/device/theme.ts'
import { currentPath } from './shared/router.tsx'
import { watchAnswerStore } from './shared/session/answerStore.ts'
import { startSession, watchOtherTabs } from './shared/session/store.ts'

function start() {
  startSession()
  watchOtherTabs()
  watchAnswerStore()
  watchTheme()
  // The page's code and the profile travel while React starts.
  preload(currentPath())
  onceSignedIn(async () => (await import('./app/watchProfile.ts')).watchProfile())
  watchIntent()

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

if (isNative()) void import('./app/watchShell.native.ts').then((shell) => shell.startOnPhone(start))
else start()
