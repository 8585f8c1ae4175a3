import { readText, UNENDED_SESSIONS, writeText } from './stored.ts'

/** Ids of signed-out sessions whose end the server has not confirmed. */
export const unendedSessions = (): string[] => readText(UNENDED_SESSIONS)?.split(',') ?? []

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
