import { Button } from '../../../shared/ui/forms/Button.tsx'
import type { SavingState } from './useSavedChoice.ts'

/** Shows whether the choice is saved. */
export function SavingNotice({ saving, onRetry }: { saving: SavingState; onRetry: () => void }) {
  if (saving.state === 'failed') {
    return (
      <div className="grid gap-2">
        <div role="alert" className="text-negative-text text-small">
          <p className="font-semibold">No se pudo guardar lo que elegiste</p>
          <p>{saving.reason}</p>
        </div>
        <Button variant="soft" onClick={onRetry}>
          Guardar de nuevo
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="text-small text-text-2">
      {saving.state === 'saving' && 'Guardando'}
      {saving.state === 'saved' && 'Guardado'}
      {saving.state === 'unchanged' && 'Cada cambio se guarda al momento.'}
    </p>
  )
}
