import { randomBytes } from 'node:crypto'
import { hmac, type Keys } from './keys.ts'

/** Crockford's base32: none of its signs is taken for another. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 13 // 65 bits (R8)
const CODE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`)
const SEED_BYTES = 16

const codeHash = (key: Keys[number], code: string) => hmac(key.recovery, `code ${code}`)

function derive(key: Keys[number], nonce: string): string {
  const bytes = Buffer.from(hmac(key.recovery, `seed ${nonce}`), 'base64url').subarray(0, LENGTH)
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('')
}

/**
 * What the database keeps of a new code: `seed`, from which the mail's writer derives it with a secret key, and
 * `hash`, by which it is recognised. Neither tells the code without the key.
 */
export function makeCode([current]: Keys): { seed: string; hash: string } {
  const nonce = randomBytes(SEED_BYTES).toString('hex')
  return { seed: `${current.kid}.${nonce}`, hash: codeHash(current, derive(current, nonce)) }
}

/** As a parent reads it, `XXXX-XXXX-XXXXX`; undefined when its key has been retired. */
export function revealCode(keys: Keys, seed: string): string | undefined {
  const [kid, nonce = ''] = seed.split('.')
  const key = keys.find((candidate) => candidate.kid === kid)
  return key && derive(key, nonce).replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** The hashes that what was typed may be kept under, one for each key; none for what can be no code. */
export function codeHashes(keys: Keys, typed: string): string[] {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(code) ? keys.map((key) => codeHash(key, code)) : []
}

/** The names an account's code may be kept under, the current key's first; an unknown e-mail has them too. */
export const accountHashes = (keys: Keys, email: string): string[] =>
  keys.map((key) => hmac(key.recovery, `account ${email}`))
