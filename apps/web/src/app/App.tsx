import { useEffect } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { markFirstPaint } from '../startup/firstPaint.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './routes/RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'

/** A phone's app brings its own build, and the development server has none to keep. */
function followVersions() {
  if (!import.meta.env.PROD || isNative()) return
  import('./versions/versions.ts').then(
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
