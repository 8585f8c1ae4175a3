import type { NewFactor, StaffFactor } from '@apoderados/core/staff/staffFactors'
import { checkCreation, checkSignature, creationOptions, requestOptions } from '../../auth/webauthn.ts'
import type { OfficeAddress } from '../officeContext.ts'

/** The password has come first, so that the passkey need not check the person a second time. */
const userVerification = 'preferred'

/** Returns the options with which a browser asks for one of the passkeys in `factors`. */
export const passkeyOptions = (factors: StaffFactor[], party: OfficeAddress) =>
  requestOptions(factors, { party, userVerification })

/** Returns the options with which a browser makes a new passkey, on none of the devices in `factors`. */
export const newPasskeyOptions = (
  account: { email: string; name: string },
  factors: StaffFactor[],
  party: OfficeAddress,
) =>
  creationOptions(account, factors, {
    party,
    userVerification,
    rpName: 'Apoderados Colegio',
    isFoundByBrowser: false,
  })

/** Returns the factor whose passkey has signed `challenge`, and its new counter; undefined if the signature is wrong. */
export async function checkPasskey(
  response: Record<string, unknown>,
  challenge: string,
  factors: StaffFactor[],
  party: OfficeAddress,
): Promise<{ factor: StaffFactor; counter: number } | undefined> {
  const checked = await checkSignature(response, challenge, factors, party, userVerification)
  return checked && { factor: checked.found, counter: checked.counter }
}

/** Returns the new passkey if it was made for `challenge` and this console; undefined otherwise. */
export async function checkNewPasskey(
  response: Record<string, unknown>,
  challenge: string,
  name: string,
  party: OfficeAddress,
): Promise<NewFactor | undefined> {
  const made = await checkCreation(response, challenge, party, userVerification)
  return made && { kind: 'passkey', name, ...made }
}
