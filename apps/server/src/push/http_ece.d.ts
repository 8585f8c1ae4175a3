declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypts according to RFC 8188. `dh`, `authSecret` and `salt` are base64url. */
  export function encrypt(
    plain: Buffer,
    parameters: { version: 'aes128gcm'; dh: string; authSecret: string; salt: string; privateKey: ECDH },
  ): Buffer
}
