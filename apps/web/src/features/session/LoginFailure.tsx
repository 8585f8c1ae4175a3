import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import type { ApiError } from '../../shared/api.ts'
import { MISSING } from '../../shared/format.ts'

/** Why the parent could not sign in and, for whoever helps, the technical detail (spec §8). */
export function LoginFailure({ message, error }: { message: string; error: ApiError }) {
  const details = [
    ['Estado HTTP', error.status ?? MISSING],
    ['Código', error.code],
    ['Solicitud', error.requestId ?? MISSING],
  ]
  return (
    <div className="rounded-md bg-negative-soft px-4 py-3 text-negative-text">
      <p role="alert" className="flex gap-2.5 font-semibold text-body">
        <WarningCircle className="mt-px size-5 shrink-0" />
        {message}
      </p>
      <details className="mt-1 pl-7.5 text-label">
        <summary className="min-h-6 cursor-pointer rounded-sm py-1">Detalle técnico</summary>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {details.map(([label, value]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
