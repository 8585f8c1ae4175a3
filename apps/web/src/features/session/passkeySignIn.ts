import type { ResponseOf } from '@apoderados/contract/calls/api'
import { passkeySignInApi } from '@apoderados/contract/calls/passkeySignInApi'
import { messages } from '@apoderados/contract/messages'
import { ApiError, sendCall } from '../../shared/api/api.ts'
import { dispatch } from '../../shared/session/store.ts'
import { showToast } from '../../shared/ui/notices/toast.ts'

/**
 * Lets the browser offer the parent's passkeys in the field of the e-mail until `page` is aborted, and signs in with the
 * chosen one. After a refusal it offers them again.
 */
export function offerPasskeys(page: AbortSignal): void {
  const offer = async (): Promise<void> => {
    const { options } = (await sendCall(passkeySignInApi.startPasskeySignIn, {})) as { options: never }
    const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
    if (page.aborted) return
    page.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
    const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
    try {
      const response = await sendCall(passkeySignInApi.signInWithPasskey, { passkey })
      dispatch({ type: 'signedIn', response: response as ResponseOf<'signInWithPasskey'> })
    } catch (error) {
      if (page.aborted || !(error instanceof ApiError)) return
      showToast('error', error.message || messages.serviceError)
      if (error.status === 401) return offer()
    }
  }
  // A server without passkeys answers 404, and a browser ends an offer that was not taken: the password remains.
  void offer().catch(() => undefined)
}
