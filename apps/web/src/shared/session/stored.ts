import { Profile, Student } from '@apoderados/contract/profile'
import { QueryId } from '@apoderados/contract/values/primitives'
import * as z from 'zod/mini'
import { keyStore } from '../device/storage/storage.ts'

const nonEmptyText = z.string().check(z.minLength(1))

const jsonCodec = <T extends z.ZodMiniType>(schema: T) =>
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
const storedCodecs = {
  user: jsonCodec(Profile),
  is_authenticated: z.codec(z.enum(['true', 'false']), z.boolean(), {
    decode: (text) => text === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  }),
  selected_school: QueryId,
  selected_student: QueryId,
  theme: Theme,
  profile: jsonCodec(Profile),
  students: jsonCodec(z.array(Student)),
  auth_token: nonEmptyText,
  push_token: nonEmptyText,
}
type SessionKey = keyof typeof storedCodecs
export const sessionKeys = Object.keys(storedCodecs) as SessionKey[]

/** The nine stored values by their keys; a missing value is null. */
export type Session = { [K in SessionKey]: z.output<(typeof storedCodecs)[K]> | null }

export const emptySession = Object.fromEntries(sessionKeys.map((key) => [key, null])) as Session

/** Returns a stored text; null if there is none or if the storage is disabled. */
function readText(key: SessionKey): string | null {
  try {
    return keyStore().getItem(key)
  } catch {
    return null
  }
}

function readValue<K extends SessionKey>(key: K): Session[K] {
  const text = readText(key)
  const parsed = text === null ? undefined : z.safeDecode(storedCodecs[key], text as never)
  return parsed?.success ? (parsed.data as Session[K]) : null
}

/** Returns the stored session, without the values that do not parse. */
export function readStoredSession(): Session {
  return Object.fromEntries(sessionKeys.map((key) => [key, readValue(key)])) as Session
}

/** Whether the stored token differs from `token`, as after a sign-out or sign-in in another tab. */
export function tokenWasReplaced(token: string | null): boolean {
  return readText('auth_token') !== token
}

/**
 * Stores only the values that differ from `before`, so that it does not overwrite a value that another tab has changed.
 * Without `before` it stores or removes all nine keys, also those with unreadable values. Returns whether it succeeded.
 */
export function writeSession(session: Session, before?: Session): boolean {
  return writeKeys(
    sessionKeys.filter((key) => session[key] !== before?.[key]),
    session,
  )
}

/** Stores what differs from `read`, the stored session, and removes all null keys. Returns whether it succeeded. */
export function writeRestoredSession(session: Session, read: Session): boolean {
  return writeKeys(
    sessionKeys.filter((key) => session[key] === null || session[key] !== read[key]),
    session,
  )
}

/** Stores these keys of the session, or removes them if their value is null. Returns whether it succeeded. */
function writeKeys(changed: readonly SessionKey[], session: Session): boolean {
  try {
    const store = keyStore()
    for (const key of changed) {
      const value = session[key]
      if (value === null) store.removeItem(key)
      else store.setItem(key, z.encode(storedCodecs[key], value as never) as string)
    }
    return true
  } catch {
    return false
  }
}
