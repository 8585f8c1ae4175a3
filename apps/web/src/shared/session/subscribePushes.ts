import { forgetPushes, registerForPushes } from '../device/push/push.ts'
import { forgetPushToken } from './pushToken.ts'
import { isSignedIn } from './session.ts'
import { getSession, onSessionChange } from './store.ts'

let isFollowing = false

/** Registers this device for pushes while a parent is signed in; ends the registration with the session (spec §3). */
export function subscribePushes(): void {
  if (isFollowing) return
  isFollowing = true
  let token: string | null | undefined
  let last = Promise.resolve()
  // The steps run in sequence, so that a quick sign-in registers the device only after the sign-out has removed it.
  const run = (step: () => Promise<void>) => {
    last = last.then(step).catch(() => undefined)
  }
  const follow = () => {
    const session = getSession()
    const next = isSignedIn(session) ? session.auth_token : null
    if (next === token) return
    // This also runs if the app starts without a session, as the last session may have ended while it was closed.
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
