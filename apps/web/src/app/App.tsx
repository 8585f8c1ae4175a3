import { useEffect } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'
import { watchVersions } from './watchVersions.ts'

export function App() {
  useEffect(watchVersions, [])
  return (
    <ErrorBoundary>
      <RouteGuard />
      <Toasts />
    </ErrorBoundary>
  )
}
