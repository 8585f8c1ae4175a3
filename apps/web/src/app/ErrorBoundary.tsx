import { Component, type ReactNode } from 'react'
import { sendCrashReport } from '../shared/crashes/crashes.ts'
import { Button } from '../shared/ui/forms/Button.tsx'

type Props = { children: ReactNode; path?: string }

/** Replaces children that crash or cannot be fetched by an error and a button to reload, until `path` changes. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    sendCrashReport(error)
  }

  override componentDidUpdate({ path }: Props) {
    if (path !== this.props.path) this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert" className="mx-auto grid w-full max-w-100 flex-1 content-center gap-4 p-6 text-center">
        <h1 className="font-bold text-h2">No se pudo abrir la página</h1>
        <p className="text-body text-text-2">Revisa tu conexión y vuelve a intentarlo.</p>
        <Button onClick={() => location.reload()}>Reintentar</Button>
      </div>
    )
  }
}
