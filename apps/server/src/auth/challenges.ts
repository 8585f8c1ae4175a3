import { randomBytes, timingSafeEqual } from 'node:crypto'
import { useChallenge } from '@apoderados/core/accounts/passkeys'
import { accountLimits } from '@apoderados/core/db/client/limits'
import type { Queryable } from '@apoderados/core/db/client/open'
import { hmac, type Keys } from '@apoderados/core/secrets/keys'

const NONCE_BYTES = 16
const LIFE_MS = accountLimits.passkeyChallengeMinutes * 60_000

/** What an answer to a challenge is good for: nothing else, and in no other session. */
export type ChallengeUse = 'sign in' | `add ${string}` | `prove ${string}`

const signatureOf = (key: Buffer, use: ChallengeUse, nonce: string, expires: string) =>
  hmac(key, `passkey ${use} ${nonce} ${expires}`)

/** Returns a challenge of the form `nonce.expiry.signature`. It is not stored, so that the sign-in page costs no write. */
export function newChallenge([current]: Keys, use: ChallengeUse): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const expires = String(Date.now() + LIFE_MS)
  return [nonce, expires, signatureOf(current.accounts, use, nonce, expires)].join('.')
}

/** Returns the function that recognises a live challenge for `use` and uses it up: it is right once. */
export const challengeCheck = (db: Queryable, keys: Keys, use: ChallengeUse) => async (encoded: string) => {
  const challenge = Buffer.from(encoded, 'base64url').toString()
  const [nonce = '', expires = '', signature = ''] = challenge.split('.')
  if (!(Number(expires) > Date.now())) return false
  const received = Buffer.from(signature)
  const isGenuine = keys.some((key) => {
    const expected = Buffer.from(signatureOf(key.accounts, use, nonce, expires))
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return isGenuine && useChallenge(db, `${nonce}.${expires}`)
}
