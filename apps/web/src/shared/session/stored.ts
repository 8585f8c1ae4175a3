import { Profile, Student } from '@apoderados/contract/profile'
import { QueryId } from '@apoderados/contract/values/primitives'
import * as z from 'zod/mini'
import { keyStore } from '../device/storage/storage.ts'

const bareText = z.string().check(z.minLength(1))

const json = <T extends z.ZodMiniType>(schema: T) =>
  z.codec(z.string(), schema, {
    decode: (text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'not JSON' })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  })

const Theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof Theme>

/** The stored keys (spec §3), each with the codec between its text and its value. */
const Stored = {
  user: json(Profile),
  is_authenticated: z.codec(z.enum(['true', 'false']), z.boolean(), {
    decode: (text) => text === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  }),
  selected_school: QueryId,
  selected_student: QueryId,
  theme: Theme,
  profile: json(Profile),
  students: json(z.array(Student)),
  auth_token: bareText,
  push_token: bareText,
}
type Key = keyof typeof Stored
export const sessionKeys = Object.keys(Stored) as Key[]

/** The nine stored values by their keys; a missing value is null. */
export type Session = { [K in Key]: z.output<(typeof Stored)[K]> | null }

export const emptySession = Object.fromEntries(sessionKeys.map((key) => [key, null])) as Session

export function readText(key: Key | typeof UNENDED_SESSIONS): string | null {
  try {
    return keyStore().getItem(key)
  } catch {
    return null // storage is disabled: the session is in memory only
  }
}

/** Writes a text; '' removes the key. A failed write is ignored. */
export function writeText(key: typeof UNENDED_SESSIONS, text: string): void {
  try {
    if (text) keyStore().setItem(key, text)
    else keyStore().removeItem(key)
  } catch {}
}

function read<K extends Key>(key: K): Session[K] {
  const text = readText(key)
  const parsed = text === null ? undefined : z.safeDecode(Stored[key], text as never)
  return parsed?.success ? (parsed.data as Session[K]) : null
}

/** A tenth key, beside the nine of spec §3. Its value is the ids of sessions that were signed out without a network. */
export const UNENDED_SESSIONS = 'unended_sessions'

export const hasUnendedSessions = (): boolean => readText(UNENDED_SESSIONS) !== null

/** A value that does not parse counts as absent. */
export function readStored(): Session {
  return Object.fromEntries(sessionKeys.map((key) => [key, read(key)])) as Session
}

/** True when another tab has signed out, or another parent has signed in, since this tab wrote `token`. */
export function tokenWasReplaced(token: string | null): boolean {
  return readText('auth_token') !== token
}

/**
 * Writes only the values that differ from `before`, so that it does not overwrite a value that another tab has changed.
 * Without `before` it writes all nine keys, and so also removes unreadable values. Returns false if the write fails.
 */
export function writeStored(session: Session, before?: Session): boolean {
  return write(
    sessionKeys.filter((key) => session[key] !== before?.[key]),
    session,
  )
}

/** Removes the keys whose value is null and writes the values that differ from those in `read`, the stored session. */
export function rewriteStored(session: Session, read: Session): boolean {
  return write(
    sessionKeys.filter((key) => session[key] === null || session[key] !== read[key]),
    session,
  )
}

function write(changed: readonly Key[], session: Session): boolean {
  try {
    const store = keyStore()
    for (const key of changed) {
      const value = session[key]
      if (value === null) store.removeItem(key)
      else store.setItem(key, z.encode(Stored[key], value as never) as string)
    }
    return true
  } catch {
    return false
  }
}
