import ArrowsClockwise from '@phosphor-icons/core/assets/regular/arrows-clockwise.svg?react'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import './versions/versionNotice.css'

/** Activates the new version: at once, or at the next change of page. */
type OnUpdate = () => 'now' | 'later'

let noticeRoot: Root | undefined

/** Shows that a new version waits. Its own React root keeps it out of the entry and lets it cover a crashed page. */
export function showVersionNotice(onUpdate: OnUpdate) {
  noticeRoot ??= createRoot(document.body.appendChild(document.createElement('div')))
  noticeRoot.render(<VersionNotice key={Date.now()} onUpdate={onUpdate} />)
}

function VersionNotice({ onUpdate }: { onUpdate: OnUpdate }) {
  const [state, setState] = useState<'asking' | 'now' | 'later' | 'put off'>('asking')
  if (state === 'put off') return null
  return (
    <aside aria-label="Versión nueva" className="version-notice">
      <div role="status" className="version-words">
        <ArrowsClockwise className="size-5.5 shrink-0 text-text-2" />
        <div className="min-w-0">
          <p className="font-semibold text-small">Hay una versión nueva de Apoderados</p>
          {state === 'later' && (
            <p className="text-small text-text-2">
              Se abrirá cuando cambies de página: así no pierdes lo escrito.
            </p>
          )}
        </div>
      </div>
      {state === 'now' ? (
        <p className="version-button text-text-2">Actualizando</p>
      ) : (
        <div className="ml-auto flex">
          <button type="button" className="version-button text-text-2" onClick={() => setState('put off')}>
            {state === 'later' ? 'Entendido' : 'Ahora no'}
          </button>
          {state === 'asking' && (
            <button
              type="button"
              className="version-button text-accent-text"
              onClick={() => setState(onUpdate())}
            >
              Usar la nueva
            </button>
          )}
        </div>
      )}
    </aside>
  )
}
