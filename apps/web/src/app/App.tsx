import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouteGuard } from './RouteGuard.tsx'

export function App() {
  return (
    <ErrorBoundary>
      <RouteGuard />
    </ErrorBoundary>
  )
}
