import { config } from '../../config.ts'
import { callApi } from '../api/api.ts'
import { forgetUnended, unendedSessions } from './unendedSessions.ts'

const SESSION_ID = /^[0-9a-f]{32}$/

let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/**
 * Ends on the server the signed-out sessions whose end it has not confirmed: tries now, when the device is online
 * again, and at intervals.
 */
export function endUnendedSessions(): void {
  clearTimeout(timer)
  addEventListener('online', endUnendedSessions)
  void Promise.all(unendedSessions().map(end)).then(() => {
    clearTimeout(timer)
    if (unendedSessions().length === 0) return removeEventListener('online', endUnendedSessions)
    const pauses = config.reconnectPausesMs
    timer = setTimeout(endUnendedSessions, pauses[Math.min(tries, pauses.length - 1)])
    tries += 1
  })
}

async function end(session_id: string): Promise<void> {
  if (!SESSION_ID.test(session_id)) return forgetUnended(session_id)
  await callApi('revokeSession', { session_id }).then(
    () => forgetUnended(session_id),
    () => undefined, // the timer retries it
  )
}
