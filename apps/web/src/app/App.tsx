import { useEffect } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { afterFirstPaint, markFirstPaint } from '../startup/firstPaint.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './routes/RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'

/** Starts following new versions, except in the phone's app, which contains its build, and the development server. */
function loadVersions() {
  if (!import.meta.env.PROD || isNative()) return
  import('./versions/versions.ts').then(
    (versions) => versions.followVersions(),
    () => undefined, // the page works without this code
  )
}

export function App() {
  useEffect(() => {
    markFirstPaint()
    void afterFirstPaint().then(loadVersions)
  }, [])
  return (
    <ErrorBoundary path={usePath()}>
      <RouteGuard />
      <Toasts />
    </ErrorBoundary>
  )
}
