import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import type { ReactNode } from 'react'

/** Why the server did not take a form, above its button. */
export function FormFailure({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="mb-4 rounded-md bg-negative-soft px-4 py-3 text-negative-text">
      <p role="alert" className="flex gap-2.5 font-semibold text-body">
        <WarningCircle className="mt-px size-5 shrink-0" />
        {message}
      </p>
      {children}
    </div>
  )
}
