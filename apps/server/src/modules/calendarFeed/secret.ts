import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** Returns 256 random bits in hexadecimal. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** Returns the hash of a secret. A fast hash is enough, because the secret has too many bits to be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
