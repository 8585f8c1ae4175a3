import { useEffect } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { afterFirstPaint, markFirstPaint } from '../startup/firstPaint.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './routes/RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'

/** Neither a phone's app, which contains its build, nor the development server has versions to follow. */
function followVersions() {
  if (!import.meta.env.PROD || isNative()) return
  import('./versions/versions.ts').then(
    (versions) => versions.followVersions(),
    () => undefined, // the page works without it
  )
}

export function App() {
  useEffect(() => {
    markFirstPaint()
    void afterFirstPaint().then(followVersions)
  }, [])
  return (
    <ErrorBoundary path={usePath()}>
      <RouteGuard />
      <Toasts />
    </ErrorBoundary>
  )
}
