import type { NewFactor, StaffFactor } from '@apoderados/core/staff/staffFactors'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { OfficeAddress } from '../officeContext.ts'

const RP_NAME = 'Apoderados Colegio'
/** EdDSA, ES256 and RS256. The library's default also tries what Node warns about as experimental. */
const ALGORITHMS = [-8, -7, -257]

type Credential = Record<string, unknown>
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>

const descriptorsOf = (factors: StaffFactor[]) =>
  factors.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : [{ id: credential_id, transports: (transports ?? []) as Transports }],
  )

/** Returns the options with which a browser asks for one of the passkeys in `factors`. */
export const passkeyOptions = (factors: StaffFactor[], { rpId }: OfficeAddress) =>
  generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: descriptorsOf(factors),
    userVerification: 'preferred',
  })

/** Returns the options with which a browser makes a new passkey, on none of the devices in `factors`. */
export const newPasskeyOptions = (
  { email, name }: { email: string; name: string },
  factors: StaffFactor[],
  { rpId }: OfficeAddress,
) =>
  generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpId,
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptorsOf(factors),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

/** Returns the factor whose passkey has signed `challenge`, and its new counter; undefined if the signature is wrong. */
export async function checkPasskey(
  response: Credential,
  challenge: string,
  factors: StaffFactor[],
  { origin, rpId }: OfficeAddress,
): Promise<{ factor: StaffFactor; counter: number } | undefined> {
  const factor = factors.find(({ credential_id }) => credential_id !== null && credential_id === response.id)
  if (!factor) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponse,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      credential: {
        id: factor.credential_id as string,
        publicKey: Buffer.from(factor.public_key as string, 'base64url'),
        counter: factor.counter,
      },
    })
    return verified ? { factor, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined // the library throws for every defect of a response
  }
}

/** Returns the new passkey if it was made for `challenge` and this console; undefined otherwise. */
export async function checkNewPasskey(
  response: Credential,
  challenge: string,
  name: string,
  { origin, rpId }: OfficeAddress,
): Promise<NewFactor | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponse,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const public_key = Buffer.from(publicKey).toString('base64url')
    return { kind: 'passkey', name, credential_id: id, public_key, counter, transports }
  } catch {
    return undefined
  }
}
