import type { ApiError } from '../../shared/api/api.ts'
import { FormFailure } from '../../shared/ui/forms/FormFailure.tsx'

/** The reason why the sign-in failed, with technical details for support (spec §8). */
export function LoginFailure({ message, error }: { message: string; error: ApiError }) {
  const details = [
    ['Estado HTTP', error.status ?? '—'],
    ['Código', error.code],
    ['Solicitud', error.requestId ?? '—'],
  ]
  return (
    <FormFailure message={message} error={error}>
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
    </FormFailure>
  )
}
