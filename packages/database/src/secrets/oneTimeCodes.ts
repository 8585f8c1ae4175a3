import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hmac, type Keys, type SigningKey } from './keys.ts'

/** Crockford's base32: none of its signs is taken for another. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 13 // 65 bits (R8)
const CODE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`)
const SEED_BYTES = 16

/** What a code opens: a recovery, or as a first password the account. One's codes are nothing to the other. */
export type CodeUse = 'recovery' | 'invitation'

const codeHash = (key: SigningKey, use: CodeUse, code: string) => hmac(key[use], `code ${code}`)

function derive(key: SigningKey, use: CodeUse, nonce: string): string {
  const bytes = Buffer.from(hmac(key[use], `seed ${nonce}`), 'base64url').subarray(0, LENGTH)
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('')
}

/**
 * What the database keeps of a new code: `seed`, from which the mail's or letter's writer derives it with a secret
 * key, and `hash`, by which it is recognised. Neither tells the code without the key.
 */
export function makeCode([current]: Keys, use: CodeUse): { seed: string; hash: string } {
  const nonce = randomBytes(SEED_BYTES).toString('hex')
  return { seed: `${current.kid}.${nonce}`, hash: codeHash(current, use, derive(current, use, nonce)) }
}

function keyOf(keys: Keys, seed: string): SigningKey | undefined {
  const [kid] = seed.split('.')
  return keys.find((candidate) => candidate.kid === kid)
}

/** Whether its code can still be told, and opens anything: its key has not been retired. */
export const isRevealable = (keys: Keys, seed: string) => keyOf(keys, seed) !== undefined

/** As a parent reads it, `XXXX-XXXX-XXXXX`; undefined when its key has been retired. */
export function revealCode(keys: Keys, use: CodeUse, seed: string): string | undefined {
  const [, nonce = ''] = seed.split('.')
  const key = keyOf(keys, seed)
  return key && derive(key, use, nonce).replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** The hashes that what was typed may be kept under, one for each key; none for what can be no code. */
export function codeHashes(keys: Keys, use: CodeUse, typed: string): string[] {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(code) ? keys.map((key) => codeHash(key, use, code)) : []
}

/** What no code is kept under, of the length of a hash. */
const NO_HASH = '-'.repeat(43)

/** Whether this is the code kept under `hash`; without one the same is done and it never is (R7). */
export function isCode(keys: Keys, use: CodeUse, typed: string, hash: string | null | undefined): boolean {
  const kept = Buffer.from(hash ?? NO_HASH)
  const found = codeHashes(keys, use, typed).map((text) => {
    const given = Buffer.from(text)
    return given.length === kept.length && timingSafeEqual(given, kept)
  })
  return found.includes(true)
}

/** The names an account's code may be kept under, the current key's first; an unknown e-mail has them too. */
export const accountHashes = (keys: Keys, email: string): string[] =>
  keys.map((key) => hmac(key.recovery, `account ${email}`))
