import { createHash, createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../configError.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { readOrCreateSecret } from './secretFile.ts'

const keyPurposes = [
  'jwt',
  'links',
  'accounts',
  'recovery',
  'invitation',
  'devices',
  'staff_invitation',
  'staff_recovery',
  'factors',
] as const

/** Keys derived from one secret. A signature by one is invalid for other purposes. `kid` is the secret's public id. */
export type SigningKey = { kid: string } & Record<(typeof keyPurposes)[number], Buffer>
/** The keys of all configured secrets. The first one signs; all of them verify. */
export type Keys = [SigningKey, ...SigningKey[]]

const KEY_BYTES = 32
/** A key with fewer distinct bytes besides sample words counts as guessable. Hexadecimal text has at most 16. */
const DISTINCT_REMAINING_BYTES_MIN = 8
/**
 * Words of example keys. A random key may contain one by chance, so a key is rejected only if such a word stands alone
 * in it, or if too few bytes remain without such words.
 */
const SAMPLE_WORDS = /(?:change.?me|secret|password|example|demo|0123456789|abcdef)+/gi
const SEPARATE_SAMPLE_WORD = new RegExp(`(?<![a-z0-9])${SAMPLE_WORDS.source}(?![a-z0-9])`, 'i')

/** @throws {ConfigError} if the key is short or guessable */
function refuseWeakKey(text: string): void {
  if (Buffer.byteLength(text) < KEY_BYTES) throw new ConfigError('SECRET_KEYS holds a key under 32 bytes')
  const remaining = Buffer.from(text.replaceAll(SAMPLE_WORDS, ''))
  const isWeak = remaining.length < KEY_BYTES || new Set(remaining).size < DISTINCT_REMAINING_BYTES_MIN
  if (isWeak || SEPARATE_SAMPLE_WORD.test(text)) {
    throw new ConfigError('SECRET_KEYS holds a known or guessable key')
  }
}

function deriveKeys(secret: string): SigningKey {
  const derived = Object.fromEntries(
    keyPurposes.map((name) => [
      name,
      Buffer.from(hkdfSync('sha256', secret, '', `apoderados ${name}`, KEY_BYTES)),
    ]),
  ) as Omit<SigningKey, 'kid'>
  return { kid: createHash('sha256').update(derived.jwt).digest('hex').slice(0, 8), ...derived }
}

/** Reads the key file of `dataDir`, and creates it at the first start (R35). */
async function readOrCreateKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret-key')
  await makeFolder(dataDir)
  const text = await readOrCreateSecret(path, () => randomBytes(KEY_BYTES).toString('base64url'))
  const { mode, uid } = await stat(path)
  const isPosix = process.getuid !== undefined
  if (isPosix && ((mode & 0o077) !== 0 || uid !== process.getuid?.())) {
    throw new ConfigError(`${path} must belong to this user and be readable by nobody else (chmod 600)`)
  }
  if (Buffer.byteLength(text) < KEY_BYTES)
    throw new ConfigError(`${path} is damaged: restore it from the backup`)
  return text
}

/**
 * Derives the keys from `secretKeys` or, without them, from the key file of `dataDir`.
 * @throws {ConfigError} if a key is short or guessable, or if the key file is damaged or readable by others
 */
export async function loadKeys(secretKeys: string[] | undefined, dataDir: string): Promise<Keys> {
  secretKeys?.forEach(refuseWeakKey)
  const [first, ...others] = secretKeys?.length ? secretKeys : [await readOrCreateKeyFile(dataDir)]
  return [deriveKeys(first as string), ...others.map(deriveKeys)]
}

/** Returns a keyed hash, which does not reveal the text: 43 characters, base64url. */
export const hmac = (key: Buffer | KeyObject, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Returns 128 random bits in hexadecimal (R4). */
export const randomId = () => randomBytes(16).toString('hex')
