import type { ReactNode } from 'react'
import { Logo } from '../../shared/ui/Logo.tsx'

/** The page of who is not signed in: a form beside the drawing of the arch. */
export const SessionFrame = ({ children }: { children: ReactNode }) => (
  <div className="session">
    <main className="session-form">
      <div className="session-column">
        <p className="session-brand">
          <Logo /> <strong>Apoderados</strong> · Colegio
        </p>
        {children}
      </div>
    </main>
    <aside className="session-panel" aria-label="Apoderados">
      <p>
        El colegio y sus familias,
        <br />
        en la misma página.
      </p>
      <svg viewBox="0 0 676 400" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path
          className="far"
          d="M-90 400V265a118 118 0 0 1 236 0v135ZM530 400V225a135 135 0 0 1 270 0v175Z"
        />
        <path className="ring" d="M80 400V272a257 257 0 0 1 514 0v128h-77V272a180 180 0 0 0-360 0v128Z" />
        <path className="door" d="M250 400v-54a87 87 0 0 1 174 0v54Z" />
      </svg>
    </aside>
  </div>
)
