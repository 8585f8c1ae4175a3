import { readText, UNENDED_SESSIONS, writeText } from './stored.ts'

/** Ids of sessions that were signed out of, and whose end the server has not confirmed. */
export const unendedSessions = (): string[] => readText(UNENDED_SESSIONS)?.split(',') ?? []

const keep = (ids: string[]) => writeText(UNENDED_SESSIONS, ids.join())

/** Keeps the id of the token's session, which reads nothing, and returns it; '' of a token without one. */
export function rememberUnended(token: string | null): string {
  let id = ''
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    id = JSON.parse(atob(payload ?? '')).sid
    keep([...unendedSessions(), id])
  } catch {}
  return id
}

export const forgetUnended = (id: string): void => keep(unendedSessions().filter((one) => one !== id))
