import { config } from '../../config.ts'
import { callApi } from '../api/api.ts'
import { readText, UNENDED_SESSIONS, writeText } from './stored.ts'

const SESSION_ID = /^[0-9a-f]{32}$/

let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/** Ids of signed-out sessions whose end the server has not confirmed. */
const unendedSessions = (): string[] => readText(UNENDED_SESSIONS)?.split(',') ?? []

const storeIds = (ids: string[]) => writeText(UNENDED_SESSIONS, ids.join())

/** Stores and returns the id of the session in `token`; returns '' without one. The id alone gives no access. */
export function rememberUnended(token: string | null): string {
  let id = ''
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    id = JSON.parse(atob(payload ?? '')).sid
    storeIds([...unendedSessions(), id])
  } catch {}
  return id
}

export const forgetUnended = (id: string): void => storeIds(unendedSessions().filter((one) => one !== id))

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
