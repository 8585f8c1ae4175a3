import type { TokenOwner } from '@apoderados/core/accounts/sessions'
import type { Keys, SigningKey } from '@apoderados/core/secrets/keys'
import { createSigner, createVerifier } from 'fast-jwt'

const ISSUER = 'apoderados'
const AUDIENCE = 'apoderados-app'
const CLOCK_LEEWAY_MS = 60_000
const PARENT_ID_PATTERN = /^[1-9]\d{0,15}$/
const SESSION_ID_PATTERN = /^[0-9a-f]{32}$/

export type Tokens = {
  /** Signs a token that expires after `lifeSeconds`, even if its session lasts longer. */
  sign(owner: TokenOwner, lifeSeconds: number): string
  /** Reads a token; undefined if it is forged, expired, issued in the future, or for another audience (R10). */
  read(token: string): TokenOwner | undefined
  /** Reads a genuine token without checking its time: the token may be expired or issued in the future. */
  readIgnoringTime(token: string): TokenOwner | undefined
}

type Claims = Record<string, unknown>
type ReadClaims = (token: string) => Claims | undefined

/** Returns a function that reads a token's claims; undefined without this key's signature and `kid`. */
function claimsReaderOf({ kid, jwt }: SigningKey, ignoreExpiration: boolean): ReadClaims {
  const verify = createVerifier({
    key: jwt,
    algorithms: ['HS256'],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    checkTyp: 'jwt',
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    clockTolerance: CLOCK_LEEWAY_MS,
    ignoreExpiration,
    complete: true,
  })
  return (token) => {
    try {
      const { header, payload } = verify(token) as { header: Claims; payload: Claims }
      return header.kid === kid ? payload : undefined
    } catch {
      return undefined // fast-jwt throws for every defect of a token
    }
  }
}

export function createTokens(keys: Keys): Tokens {
  const [{ kid, jwt }] = keys
  const header = { alg: 'HS256', typ: 'JWT', kid } as const
  const readersOf = (ignoreExpiration: boolean) => keys.map((key) => claimsReaderOf(key, ignoreExpiration))
  const readers = readersOf(false)
  const readersIgnoringTime = readersOf(true)

  function readBy(readers: ReadClaims[], token: string) {
    let claims: Claims | undefined
    for (const read of readers) claims ??= read(token)
    const { sub, sid, iat } = claims ?? {}
    if (typeof sub !== 'string' || !PARENT_ID_PATTERN.test(sub)) return undefined
    if (typeof sid !== 'string' || !SESSION_ID_PATTERN.test(sid)) return undefined
    if (typeof iat !== 'number') return undefined
    const owner: TokenOwner = { parent_id: Number(sub), session_id: sid }
    return { owner, isFromFuture: iat * 1000 > Date.now() + CLOCK_LEEWAY_MS }
  }

  return {
    sign({ parent_id, session_id }, lifeSeconds) {
      const sign = createSigner({
        key: jwt,
        algorithm: 'HS256',
        header,
        iss: ISSUER,
        aud: AUDIENCE,
        sub: String(parent_id),
        expiresIn: lifeSeconds * 1000,
      })
      return sign({ sid: session_id })
    },
    read(token) {
      const read = readBy(readers, token)
      return read?.isFromFuture ? undefined : read?.owner // fast-jwt accepts a token that was issued in the future
    },
    readIgnoringTime: (token) => readBy(readersIgnoringTime, token)?.owner,
  }
}
