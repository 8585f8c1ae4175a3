import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, type Keys, type SigningKey } from './keys.ts'

/** Crockford's base32, which omits characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 13 // 65 bits (R8)
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const SEED_BYTES = 16

/**
 * What the code is for: a password recovery, or an invitation's one-time password. A code for one use is
 * invalid for the other.
 */
export type CodeUse = 'recovery' | 'invitation'

const codeHash = (key: SigningKey, use: CodeUse, code: string) => hmac(key[use], `code ${code}`)

function derive(key: SigningKey, use: CodeUse, nonce: string): string {
  const bytes = Buffer.from(hmac(key[use], `seed ${nonce}`), 'base64url').subarray(0, LENGTH)
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/**
 * Makes a new code. The database stores `seed`, from which the code is derived with a secret key when its mail
 * or letter is written, and `hash`, by which a typed code is recognised. Neither reveals the code without the
 * key.
 */
export function makeCode([current]: Keys, use: CodeUse): { seed: string; hash: string } {
  const nonce = randomBytes(SEED_BYTES).toString('hex')
  return { seed: `${current.kid}.${nonce}`, hash: codeHash(current, use, derive(current, use, nonce)) }
}

function keyOf(keys: Keys, seed: string): SigningKey | undefined {
  const [kid] = seed.split('.')
  return keys.find((candidate) => candidate.kid === kid)
}

/** Whether the code can still be derived, that is, its key has not been retired. */
export const isRevealable = (keys: Keys, seed: string) => keyOf(keys, seed) !== undefined

/** The code as shown to the parent, `XXXX-XXXX-XXXXX`; undefined if its key has been retired. */
export function revealCode(keys: Keys, use: CodeUse, seed: string): string | undefined {
  const [, nonce = ''] = seed.split('.')
  const key = keyOf(keys, seed)
  return key && derive(key, use, nonce).replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** The hashes under which the typed code may be stored, one per key; empty if the text has not the form of a code. */
export function codeHashes(keys: Keys, use: CodeUse, typed: string): string[] {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(code) ? keys.map((key) => codeHash(key, use, code)) : []
}

/** A value of a hash's length that equals no hash. */
const NO_HASH = '-'.repeat(43)

/**
 * Whether the typed code matches `hash`. If `hash` is missing, the same work is done and the result is false, so that
 * the time does not reveal whether there is a code (R7).
 */
export function isCode(keys: Keys, use: CodeUse, typed: string, hash: string | null | undefined): boolean {
  const storedHash = Buffer.from(hash ?? NO_HASH)
  const found = codeHashes(keys, use, typed).map((text) => {
    const givenCode = Buffer.from(text)
    return givenCode.length === storedHash.length && timingSafeEqual(givenCode, storedHash)
  })
  return found.includes(true)
}

/**
 * The keyed hashes of an e-mail, one per key and the current key's first. The account's recovery code may be stored
 * under any of them. An e-mail without account has hashes too.
 */
export const accountHashes = (keys: Keys, email: string): string[] =>
  keys.map((key) => hmac(key.recovery, `account ${email}`))
