import { PasskeyOptionsResponse, PasskeySignInRequest } from '../devices.ts'
import { LoginResponse } from '../session.ts'
import { NoRequest } from '../values/primitives.ts'
import { type Call, PUBLIC, PUBLIC_WITH_DEVICE, post } from './call.ts'

/** The sign-in with a passkey: the sign-in page loads it only where the browser offers passkeys in a field. */
export const passkeySignInApi = {
  startPasskeySignIn: post(
    { ...PUBLIC, isAddition: true },
    '/auth/passkeys/sign_in_options',
    NoRequest,
    PasskeyOptionsResponse,
  ),
  signInWithPasskey: post(
    { ...PUBLIC_WITH_DEVICE, isAddition: true, metric: 'sign_ins' },
    '/auth/passkeys/sign_in',
    PasskeySignInRequest,
    LoginResponse,
  ),
} satisfies Record<string, Call>
