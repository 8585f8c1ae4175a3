import { useEffect } from 'react'
import { isNative } from '../shared/device/native.ts'
import { markFirstPaint } from '../shared/firstPaint.ts'
import { usePath } from '../shared/router.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'

/** A phone's app brings its own build, and the development server has none to keep. */
function followVersions() {
  if (!import.meta.env.PROD || isNative()) return
  import('./versions.ts').then(
    (versions) => versions.followVersions(),
    () => undefined, // a page without this is still a page
  )
}

export function App() {
  useEffect(() => {
    markFirstPaint()
    followVersions()
  }, [])
  return (
    <ErrorBoundary path={usePath()}>
      <RouteGuard />
      <Toasts />
    </ErrorBoundary>
  )
}
