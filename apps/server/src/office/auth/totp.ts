import { generate, generateSecret, generateURI, verify } from 'otplib'

const ISSUER = 'Apoderados Colegio'
const STEP_SECONDS = 30

/** Makes the secret of an app of codes, and its address for a QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer: ISSUER, label: email, secret }) }
}

/** Returns the code that an app with this secret shows now. */
export const codeOf = (secret: string): Promise<string> => generate({ secret })

/** Returns the 30-second step whose code this is, also the one before or after the current; undefined if it is wrong. */
export async function stepOfCode(secret: string, code: string): Promise<number | undefined> {
  const result = await verify({ secret, token: code, epochTolerance: STEP_SECONDS })
  return result.valid && 'epoch' in result ? Math.floor(result.epoch / STEP_SECONDS) : undefined
}
