import ArrowsClockwise from '@phosphor-icons/core/assets/regular/arrows-clockwise.svg?react'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** Activates the new version: at once, or at the next change of page. */
const BUTTON = 'min-h-(--touch) rounded-md px-3 py-2 font-semibold text-small'

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
    <aside
      aria-label="Versión nueva"
      className="floating fixed inset-x-[calc(--spacing(4)+var(--safe-left))] bottom-[calc(var(--bar-h)+var(--safe-bottom)+--spacing(3))] z-(--z-bar) flex flex-wrap items-center gap-x-4 rounded-md bg-raised py-1 pr-2 pl-4 shadow-float lg:inset-x-auto lg:right-8 lg:bottom-8 lg:w-124 print:hidden"
    >
      <div role="status" className="flex min-w-0 flex-[1_1_15rem] items-center gap-4 py-1.5">
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
        <p className={`${BUTTON} text-text-2`}>Actualizando</p>
      ) : (
        <div className="ml-auto flex">
          <button type="button" className={`${BUTTON} text-text-2`} onClick={() => setState('put off')}>
            {state === 'later' ? 'Entendido' : 'Ahora no'}
          </button>
          {state === 'asking' && (
            <button
              type="button"
              className={`${BUTTON} text-accent-text`}
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
