import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 random bits in hexadecimal. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** The secret has too many bits to be guessed, so a fast hash is enough. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
