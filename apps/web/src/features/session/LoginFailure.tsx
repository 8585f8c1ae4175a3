import { messages } from '@apoderados/contract/messages'
import type { ApiError } from '../../shared/api/api.ts'
import { FormFailure } from '../../shared/ui/forms/FormFailure.tsx'

/** The server's message, else the text of spec §8; a status 4xx without a message means wrong credentials. */
function messageOf({ message, code, isJson, status = 0 }: ApiError): string {
  if (message) return message
  if (code === 'bad_response' && isJson) return messages.badServerAnswer
  return status >= 400 && status < 500 ? messages.invalidCredentials : messages.serviceError
}

/** The reason why the sign-in failed, with technical details for support (spec §8). */
export function LoginFailure({ error }: { error: ApiError }) {
  const details = [
    ['Estado HTTP', error.status ?? '—'],
    ['Código', error.code],
    ['Solicitud', error.requestId ?? '—'],
  ]
  return (
    <FormFailure message={messageOf(error)} error={error}>
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
