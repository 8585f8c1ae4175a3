import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, type Keys, type SigningKey } from './keys.ts'

/** The characters of Crockford's base32, which omits I, L, O and U. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 13 // 13 characters of 5 bits are 65 random bits (R8)
const CODE_FORM = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)
const SEED_BYTES = 16

/**
 * What a code is for: a parent's recovery or one-time password, a staff member's link or recovery. A code for one is
 * invalid for the others.
 */
export type CodeUse = 'recovery' | 'invitation' | 'staff_invitation' | 'staff_recovery'

const codeHash = (key: SigningKey, use: CodeUse, code: string) => hmac(key[use], `code ${code}`)

function deriveCode(key: SigningKey, use: CodeUse, nonce: string): string {
  const bytes = Buffer.from(hmac(key[use], `seed ${nonce}`), 'base64url').subarray(0, CODE_LENGTH)
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')
}

/**
 * Makes a new code. The database stores `seed`, from which the code is derived with a secret key when its mail
 * or letter is written, and `hash`, by which a typed code is recognised. Neither reveals the code without the
 * key.
 */
export function makeCode([current]: Keys, use: CodeUse): { seed: string; hash: string } {
  const nonce = randomBytes(SEED_BYTES).toString('hex')
  return { seed: `${current.kid}.${nonce}`, hash: codeHash(current, use, deriveCode(current, use, nonce)) }
}

/** Returns the key by which the seed's code was made; undefined if the key has been retired. */
function findKey(keys: Keys, seed: string): SigningKey | undefined {
  const [kid] = seed.split('.')
  return keys.find((candidate) => candidate.kid === kid)
}

/** Whether the seed's code can be derived, that is, its key has not been retired. */
export const isRevealable = (keys: Keys, seed: string) => findKey(keys, seed) !== undefined

/** Returns the seed's code as the parent reads it, `XXXX-XXXX-XXXXX`; undefined if its key has been retired. */
export function revealCode(keys: Keys, use: CodeUse, seed: string): string | undefined {
  const [, nonce = ''] = seed.split('.')
  const key = findKey(keys, seed)
  return key && deriveCode(key, use, nonce).replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** Returns the hashes under which a typed code may be stored, one per key; none if it has not the form of a code. */
export function codeHashes(keys: Keys, use: CodeUse, typed: string): string[] {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE_FORM.test(code) ? keys.map((key) => codeHash(key, use, code)) : []
}

/** A text of a hash's length that equals no hash. */
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
 * Returns the keyed hashes of an account's e-mail, one per key, the current key's first. The account's recovery code
 * may be stored under any of them. An e-mail without account has hashes too.
 */
export const accountHashes = (keys: Keys, email: string): string[] =>
  keys.map((key) => hmac(key.recovery, `account ${email}`))
