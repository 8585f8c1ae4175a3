import { config } from '../../config.ts'
import { callApi } from '../api/api.ts'
import { readText, UNENDED_SESSIONS, writeText } from './stored.ts'

const SESSION_ID_PATTERN = /^[0-9a-f]{32}$/

let retryTimer: ReturnType<typeof setTimeout> | undefined
let retryCount = 0

/** Returns the ids of the signed-out sessions whose end the server has not confirmed. */
const unendedSessionIds = (): string[] => readText(UNENDED_SESSIONS)?.split(',') ?? []

const storeIds = (ids: string[]) => writeText(UNENDED_SESSIONS, ids.join())

/** Stores and returns the id of the session that `token` names; '' if it names none. The id alone gives no access. */
export function rememberUnendedSession(token: string | null): string {
  let id = ''
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    id = JSON.parse(atob(payload ?? '')).sid
    storeIds([...unendedSessionIds(), id])
  } catch {}
  return id
}

export const forgetUnendedSession = (id: string): void =>
  storeIds(unendedSessionIds().filter((one) => one !== id))

/** Ends all unended sessions on the server: at once, whenever the device comes online, and after pauses that grow. */
export function endUnendedSessions(): void {
  clearTimeout(retryTimer)
  addEventListener('online', endUnendedSessions)
  void Promise.all(unendedSessionIds().map(endSession)).then(() => {
    clearTimeout(retryTimer)
    if (unendedSessionIds().length === 0) return removeEventListener('online', endUnendedSessions)
    const pauses = config.reconnectPausesMs
    retryTimer = setTimeout(endUnendedSessions, pauses[Math.min(retryCount, pauses.length - 1)])
    retryCount += 1
  })
}

async function endSession(session_id: string): Promise<void> {
  if (!SESSION_ID_PATTERN.test(session_id)) return forgetUnendedSession(session_id)
  await callApi('revokeSession', { session_id }).then(
    () => forgetUnendedSession(session_id),
    () => undefined, // the timer retries it
  )
}
