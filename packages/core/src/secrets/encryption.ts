import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret that the database stores, such as that of an app of codes, by the current key. `owner` is bound to
 * it: the text of one row is invalid in another.
 */
export function encryptSecret([current]: Keys, owner: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, current.factors, nonce).setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${current.kid}.${bytes.toString('base64url')}`
}

/** Returns the secret; undefined if its key has been retired, or if the text is of another owner. */
export function decryptSecret(keys: Keys, owner: string, text: string): string | undefined {
  const [kid, encoded = ''] = text.split('.')
  const key = keys.find((candidate) => candidate.kid === kid)
  const bytes = Buffer.from(encoded, 'base64url')
  if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, key.factors, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
