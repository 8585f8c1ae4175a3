import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../../api/fetchCode.ts'

const loadSheet = () => import('./HelpSheet.tsx').then((m) => ({ default: m.HelpSheet }))
const HelpSheet = lazy(loadSheet)

/** Opens `Ayuda y contacto`; the dialog's code is loaded with the first tap. */
export function HelpButton() {
  const [state, setState] = useState<'open' | 'closed' | 'failed'>()
  const open = () =>
    fetchCode(loadSheet).then(
      () => setState('open'),
      () => setState('failed'),
    )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="min-h-(--touch) rounded-sm font-semibold text-accent-text text-small"
      >
        {state === 'failed' ? 'Sin conexión. Reintentar' : 'Ayuda y contacto'}
      </button>
      {state && state !== 'failed' && (
        <Suspense>
          <HelpSheet isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
