import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './RouteGuard.tsx'
import { Toasts } from './Toasts.tsx'

export function App() {
  return (
    <ErrorBoundary>
      <RouteGuard />
      <Toasts />
    </ErrorBoundary>
  )
}
