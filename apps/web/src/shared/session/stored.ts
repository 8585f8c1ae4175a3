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

/** The keys that this device keeps (spec §3), each with its stored text and the value that it means. */
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
export const keys = Object.keys(Stored) as Key[]

/** The nine stored values by their keys; null is absent. */
export type Session = { [K in Key]: z.output<(typeof Stored)[K]> | null }

export const emptySession: Session = {
  user: null,
  is_authenticated: null,
  selected_school: null,
  selected_student: null,
  theme: null,
  profile: null,
  students: null,
  auth_token: null,
  push_token: null,
}

export function readText(key: Key | typeof UNENDED_SESSIONS): string | null {
  try {
    return keyStore().getItem(key)
  } catch {
    return null // storage is switched off: the session lives in memory
  }
}

/** '' removes the key. A device that stores nothing forgets this, too. */
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

/** Beside the nine of spec §3: ids of sessions that were signed out of without a network. */
export const UNENDED_SESSIONS = 'unended_sessions'

export const hasUnendedSessions = (): boolean => readText(UNENDED_SESSIONS) !== null

/** What does not parse counts as absent. */
export function readStored(): Session {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Session
}

/** True when another tab has signed out, or another parent has signed in, since this tab wrote `token`. */
export function tokenWasReplaced(token: string | null): boolean {
  return readText('auth_token') !== token
}

/**
 * Writes what differs from `before`, so that another tab's newer choice stands; without it all nine, so
 * that not even an unreadable leftover outlives a wipe. False when the device refuses.
 */
export function writeStored(session: Session, before?: Session): boolean {
  return write(
    keys.filter((key) => session[key] !== before?.[key]),
    session,
  )
}

/** As `writeStored` without a `before`, but for what was `read` and stays: that stands there already. */
export function rewriteStored(session: Session, read: Session): boolean {
  return write(
    keys.filter((key) => session[key] === null || session[key] !== read[key]),
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
