import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/** EdDSA, ES256 and RS256. The library's default also tries what Node warns about as experimental. */
const ALGORITHMS = [-8, -7, -257]

/** To whom a passkey is bound. */
export type RelyingParty = {
  /** The origin, such as https://app.example.com. */
  origin: string
  /** The host of the origin. */
  rpId: string
}
/** `required`: the device has checked its person by finger, face or PIN, so that the passkey alone is two factors. */
export type UserVerification = 'required' | 'preferred'
type KnownPasskey = {
  credential_id: string | null
  public_key: string | null
  counter: number
  transports: string[] | null
}
/** The challenge that was sent, or a function that recognises it in base64url. */
type Expected = string | ((challenge: string) => Promise<boolean>)

type Credential = Record<string, unknown>
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']
type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>

const IS_IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/

/** Returns the relying party of an address; undefined for an IP address, to which a browser binds no passkey. */
export function relyingPartyOf(url: string | undefined): RelyingParty | undefined {
  if (url === undefined) return undefined
  const { origin, hostname } = new URL(url)
  return IS_IP_ADDRESS.test(hostname) ? undefined : { origin, rpId: hostname }
}

const descriptorsOf = (known: KnownPasskey[]) =>
  known.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : [{ id: credential_id, transports: (transports ?? []) as Transports }],
  )

type Options = {
  party: Pick<RelyingParty, 'rpId'>
  userVerification: UserVerification
  /** Without it, the library makes one. */
  challenge?: string
}

/** Returns the options with which a browser asks for one of the passkeys in `known`, for any of them if it is empty. */
export const requestOptions = (known: KnownPasskey[], { party, userVerification, challenge }: Options) =>
  generateAuthenticationOptions({
    rpID: party.rpId,
    allowCredentials: descriptorsOf(known),
    userVerification,
    ...(challenge !== undefined && { challenge }),
  })

/** Returns the options with which a browser makes a new passkey, on none of the devices in `known`. */
export const creationOptions = (
  { email, name, id }: { email: string; name: string; id?: string },
  known: KnownPasskey[],
  {
    party,
    userVerification,
    challenge,
    rpName,
    isFoundByBrowser,
  }: Options & {
    rpName: string
    /** The browser shows the passkey before the person has said who they are. */
    isFoundByBrowser: boolean
  },
) =>
  generateRegistrationOptions({
    rpName,
    rpID: party.rpId,
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: { residentKey: isFoundByBrowser ? 'required' : 'discouraged', userVerification },
    ...(id !== undefined && { userID: new TextEncoder().encode(id) }),
    ...(challenge !== undefined && { challenge }),
  })

/** Returns the passkey that has signed the challenge, and its new counter; undefined if the signature is wrong. */
export async function checkSignature<K extends KnownPasskey>(
  response: Credential,
  expectedChallenge: Expected,
  known: K[],
  { origin, rpId }: RelyingParty,
  userVerification: UserVerification,
): Promise<{ found: K; counter: number } | undefined> {
  const found = known.find(({ credential_id }) => credential_id !== null && credential_id === response.id)
  if (!found) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponse,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: userVerification === 'required',
      credential: {
        id: found.credential_id as string,
        publicKey: Buffer.from(found.public_key as string, 'base64url'),
        counter: found.counter,
      },
    })
    return verified ? { found, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined // the library throws for every defect of a response
  }
}

/** Returns the new passkey if it was made for the challenge and this party; undefined otherwise. */
export async function checkCreation(
  response: Credential,
  expectedChallenge: Expected,
  { origin, rpId }: RelyingParty,
  userVerification: UserVerification,
) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponse,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: userVerification === 'required',
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const public_key = Buffer.from(publicKey).toString('base64url')
    return { credential_id: id, public_key, counter, transports: transports as string[] }
  } catch {
    return undefined
  }
}
