import { messages } from '@apoderados/contract/messages'
import type { ApiError } from '../api/api.ts'

/** States why the calendar's address could not be created or revoked. */
export function FeedFailure({ error }: { error: ApiError }) {
  return (
    <p role="alert" className="rounded-md bg-negative-soft px-4 py-3 font-semibold text-negative-text">
      {error.hasNoAnswer ? 'Necesitas conexión a internet.' : error.message || messages.serviceError}
    </p>
  )
}
