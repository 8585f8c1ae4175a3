import { useId } from 'react'
import { lazyComponent, useLazySheet } from '../page/lazyComponent.tsx'

const HelpSheet = lazyComponent(() => import('./HelpSheet.tsx').then((m) => m.HelpSheet))

/** Opens `Ayuda y contacto`; the dialog's code is loaded with the first tap. */
export function HelpButton() {
  const sheet = useLazySheet(useId(), HelpSheet.load) // a page may have several of these buttons
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={sheet.open}
        className="min-h-(--touch) rounded-sm font-semibold text-accent-text text-small"
      >
        {sheet.hasFailed ? 'Sin conexión. Reintentar' : 'Ayuda y contacto'}
      </button>
      {sheet.isLoaded && <HelpSheet isOpen={sheet.isOpen} onClose={sheet.close} />}
    </>
  )
}
