import { isSignedIn } from '../../shared/session/session.ts'
import { getSession, onSessionChange } from '../../shared/session/store.ts'

/**
 * Offers passkeys while the app is signed out, at the start and after each sign-out. Their code is loaded only where the
 * browser shows passkeys in a field.
 */
export async function subscribePasskeyOffers(): Promise<void> {
  const isShown = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()
  if (!isShown) return
  const offer = async () => (await import('../../features/session/passkeySignIn.ts')).offerPasskeys()
  const offerUnlessSignedIn = () => isSignedIn(getSession()) || offer().catch(() => undefined)
  void offerUnlessSignedIn()
  onSessionChange(({ auth_token }, before) => {
    if (auth_token !== before.auth_token) void offerUnlessSignedIn()
  })
}
