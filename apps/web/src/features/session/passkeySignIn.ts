import type { ResponseOf } from '@apoderados/contract/calls/api'
import { passkeySignInApi } from '@apoderados/contract/calls/passkeySignInApi'
import { messages } from '@apoderados/contract/messages'
import { startAuthentication } from '@simplewebauthn/browser'
import { ApiError, sendCall } from '../../shared/api/api.ts'
import { isSignedIn } from '../../shared/session/session.ts'
import { dispatch, getSession } from '../../shared/session/store.ts'
import { showToast } from '../../shared/ui/notices/toast.ts'

/**
 * Lets the browser offer the parent's passkeys in the field of the e-mail, and signs in with the chosen one. After a
 * refusal it offers them again. The library ends an earlier offer when the next one or another ceremony begins.
 */
export async function offerPasskeys(): Promise<void> {
  // A server without passkeys answers 404, and a browser rejects an offer that has ended: the password remains.
  const { options } = (await sendCall(passkeySignInApi.startPasskeySignIn, {})) as { options: never }
  const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
  if (isSignedIn(getSession())) return
  try {
    const response = await sendCall(passkeySignInApi.signInWithPasskey, { passkey })
    dispatch({ type: 'signedIn', response: response as ResponseOf<'signInWithPasskey'> })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast('error', error.message || messages.serviceError)
    if (error.status === 401) return offerPasskeys()
  }
}
