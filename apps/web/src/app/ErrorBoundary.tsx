import { Component, type ReactNode } from 'react'
import { sendCrashReport } from '../shared/crashes/crashes.ts'
import { Button } from '../shared/ui/forms/Button.tsx'
import { CodeError } from '../shared/ui/page/lazyComponent.tsx'

type Props = { children: ReactNode; path?: string }

/** Replaces children that crash or cannot be fetched by an error and a button to reload, until `path` changes. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    sendCrashReport(error)
  }

  override componentDidUpdate({ path }: Props) {
    if (path !== this.props.path) this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div role="alert" className="mx-auto grid w-full max-w-100 flex-1 content-center gap-4 p-6 text-center">
        <h1 className="font-bold text-h2">No se pudo abrir la página</h1>
        <p className="text-body text-text-2">
          {error instanceof CodeError
            ? 'Revisa tu conexión y vuelve a intentarlo.'
            : 'Ocurrió un error inesperado. Vuelve a intentarlo.'}
        </p>
        <Button onClick={() => location.reload()}>Reintentar</Button>
      </div>
    )
  }
}
