import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { Instant, openEnum, RandomId } from './values/primitives.ts'

/** What a device is, as its browser says at the sign-in. */
export const platforms = [
  'android_phone',
  'android_tablet',
  'iphone',
  'ipad',
  'windows',
  'mac',
  'chromebook',
  'linux',
] as const
export type DevicePlatform = (typeof platforms)[number]

export const browsers = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const
export type DeviceBrowser = (typeof browsers)[number]

/** An open session of the parent. `platform` and `browser` are null where the browser did not say. */
export const DeviceSession = z.object({
  id: RandomId,
  is_current: z.boolean(),
  client: openEnum(['web', 'native']),
  platform: z.nullable(openEnum(platforms)),
  browser: z.nullable(openEnum(browsers)),
  created_at: Instant,
  /** The last use, up to five minutes ago. */
  last_seen_at: Instant,
})
export type DeviceSession = z.infer<typeof DeviceSession>
/** The caller's own session first, then the others, the last used first. */
export const SessionsResponse = z.object({ sessions: z.array(DeviceSession) })

const requiredText = (message: string) => z.string({ error: message }).check(z.minLength(1, message))
const INVALID_PASSKEY = 'La llave de acceso no es válida'
/** What `@simplewebauthn/browser` returns; the server's library checks its other fields. */
const BrowserCredential = z.looseObject({ id: requiredText(INVALID_PASSKEY) }, INVALID_PASSKEY)

/** A proof that the parent is there: the current password or, without it, an answer of a passkey. */
const proof = {
  password: z.optional(requiredText(messages.passwordRequired)),
  passkey: z.optional(BrowserCredential),
}
type Proof = { password?: string | undefined; passkey?: object | undefined }
const hasProof = z.refine<Proof>(
  ({ password, passkey }) => password !== undefined || passkey !== undefined,
  messages.passwordRequired,
)

/** Closes one session of the parent or, without `session_id`, all but the caller's own. */
export const CloseSessionsRequest = z
  .strictObject({ ...proof, session_id: z.optional(RandomId) })
  .check(hasProof)

/** A name that the parent gives a passkey. */
const PasskeyName = requiredText('Escribe un nombre para la llave').check(
  z.maxLength(60, 'El nombre debe tener 60 caracteres como máximo'),
)
export const PasskeysResponse = z.object({
  passkeys: z.array(
    z.object({
      id: RandomId,
      name: z.string(),
      created_at: Instant,
      /** Null until it is used. */
      last_used_at: z.nullable(Instant),
    }),
  ),
})
export type PasskeysResponse = z.infer<typeof PasskeysResponse>

export const ProofRequest = z.strictObject(proof).check(hasProof)
/** The options for `@simplewebauthn/browser`. */
export const PasskeyOptionsResponse = z.object({ options: z.record(z.string(), z.unknown()) })
export const AddPasskeyRequest = z.strictObject({ name: PasskeyName, passkey: BrowserCredential })
export const RemovePasskeyRequest = z.strictObject({ ...proof, passkey_id: RandomId }).check(hasProof)
export const PasskeySignInRequest = z.strictObject({ passkey: BrowserCredential })
