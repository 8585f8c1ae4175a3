import type { ResponseOf } from '@apoderados/contract/calls/api'
import { passkeySignInApi } from '@apoderados/contract/calls/passkeySignInApi'
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { ApiError, sendCall } from '../../shared/api/api.ts'
import { dispatch } from '../../shared/session/store.ts'

/**
 * Lets the browser offer the parent's passkeys in the field of the e-mail until `page` is aborted, and signs in with the
 * chosen one. After a refusal, which `onRefused` receives, it offers them again.
 */
export function offerPasskeys(page: AbortSignal, onRefused: (error: ApiError) => void): void {
  const offer = async (): Promise<void> => {
    const { options } = (await sendCall(passkeySignInApi.startPasskeySignIn, {})) as { options: never }
    if (page.aborted) return
    const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
    try {
      const response = await sendCall(passkeySignInApi.signInWithPasskey, { passkey })
      dispatch({ type: 'signedIn', response: response as ResponseOf<'signInWithPasskey'> })
    } catch (error) {
      if (page.aborted || !(error instanceof ApiError)) return
      onRefused(error)
      if (error.status === 401) return offer()
    }
  }
  page.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  // A server without passkeys answers 404, and a browser ends an offer that was not taken: the password remains.
  void offer().catch(() => undefined)
}
