import { forgetPushes, listenForPushes, registerForPushes } from '../../shared/device/push/push.ts'
import { navigate } from '../../shared/router.tsx'
import { forgetPushToken, savePushToken, showPushFailure } from '../../shared/session/pushToken.ts'
import { isSignedIn } from '../../shared/session/session.ts'
import { getSession, onSessionChange } from '../../shared/session/store.ts'
import { closeModals } from '../routes/backButton.ts'
import { pathOfPush } from '../routes/deepLink.ts'

/** Refetches the visible data: a notification is about a recent change, perhaps on the current page. */
async function refetchActive() {
  const { queryClient } = await import('../../shared/api/queryClient.ts')
  await queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
}

/** Registers the phone for pushes and sends its token to the server while a parent is signed in (spec §3). */
export async function watchPushes(): Promise<void> {
  await listenForPushes({
    onToken: savePushToken,
    onFailure: showPushFailure,
    onOpened(data) {
      closeModals()
      navigate(pathOfPush(data))
      void refetchActive()
    },
  })
  let token: string | null | undefined
  let last = Promise.resolve()
  // In sequence, so that the phone is registered after a sign-out followed by a sign-in.
  const run = (step: () => Promise<void>) => {
    last = last.then(step).catch(() => undefined)
  }
  const follow = () => {
    const session = getSession()
    const next = isSignedIn(session) ? session.auth_token : null
    if (next === token) return
    // Also at a start without a session: it may have ended while the app was closed.
    if (next === null || token) {
      forgetPushToken()
      run(forgetPushes)
    }
    token = next
    if (next !== null) run(registerForPushes)
  }
  onSessionChange(follow)
  follow()
}
