import { Button } from '../../shared/ui/forms/Button.tsx'

/** Replaces a content whose code failed to load: the browser repeats a failed import only after a reload. */
export function UnloadedText() {
  return (
    <div role="alert" className="grid gap-4">
      <p className="text-body text-text-2">No se pudo abrir. Revisa tu conexión y vuelve a intentarlo.</p>
      <Button onClick={() => location.reload()}>Reintentar</Button>
    </div>
  )
}
