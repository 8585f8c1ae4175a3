import { useEffect } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { lazyComponent } from '../shared/ui/page/lazyComponent.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './routes/RouteGuard.tsx'

/** No page shows a toast at once, and the prerendered sign-in cannot contain the toaster. */
const Toaster = lazyComponent(
  () => import('../shared/ui/notices/Toaster.tsx').then((m) => m.Toaster),
  () => null,
)

/** Starts the service worker and its notice of new versions, except in the phone's app and on the development server. */
function loadUpdates() {
  if (!import.meta.env.PROD || isNative()) return
  import('./updates.ts').then(
    (updates) => updates.registerWorker(),
    () => undefined, // the page works without this code
  )
}

export function App() {
  useEffect(loadUpdates, [])
  return (
    <ErrorBoundary path={usePath()}>
      <RouteGuard />
      <Toaster />
    </ErrorBoundary>
  )
}
