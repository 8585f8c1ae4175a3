import { createECDH, createPrivateKey } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { LRUCache } from 'lru-cache'

export type VapidIdentity = { privateKey: string; subject: string }

const CURVE_NAME = 'prime256v1'
const KEY_BYTES = 32
/** The validity of a token, half of the 24 hours that RFC 8292 allows, for services whose clock differs. */
const TOKEN_VALIDITY_MS = 12 * 3_600_000
/** Push services have few origins, but a client may name any number of their subdomains. */
const CACHED_ORIGINS_MAX = 100

/** Returns the public part of a VAPID key, with which browsers subscribe. @throws if `privateKey` is not of P-256 */
export function vapidPublicKey(privateKey: string): string {
  const curve = createECDH(CURVE_NAME)
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return curve.getPublicKey('base64url')
}

/** Creates a private VAPID key: 32 bytes in base64url. */
export function newVapidKey(): string {
  const curve = createECDH(CURVE_NAME)
  curve.generateKeys()
  const key = curve.getPrivateKey()
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64url') // Node omits leading zeros
}

function pemOf(privateKey: string): string {
  const point = Buffer.from(vapidPublicKey(privateKey), 'base64url')
  const [x, y] = [point.subarray(1, 1 + KEY_BYTES), point.subarray(1 + KEY_BYTES)]
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey,
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }) as string
}

/** Returns a function that returns the Authorization header for the push service of an endpoint (RFC 8292). */
export function vapidHeaders({ privateKey, subject }: VapidIdentity): (endpoint: string) => string {
  const sign = createSigner({ key: pemOf(privateKey), algorithm: 'ES256', expiresIn: TOKEN_VALIDITY_MS })
  const publicKey = vapidPublicKey(privateKey)
  const cachedHeaders = new LRUCache<string, { header: string; until: number }>({ max: CACHED_ORIGINS_MAX })
  return (endpoint) => {
    const aud = new URL(endpoint).origin
    const known = cachedHeaders.get(aud)
    if (known && Date.now() < known.until) return known.header
    const header = `vapid t=${sign({ aud, sub: subject })}, k=${publicKey}`
    cachedHeaders.set(aud, { header, until: Date.now() + TOKEN_VALIDITY_MS / 2 })
    return header
  }
}
