import { config } from '../../config.ts'
import { callApi } from '../api/api.ts'
import { isOnline } from '../device/network/online.ts'
import { navigate } from '../router.tsx'
import { isSignedIn } from './session.ts'
import { dispatch, getSession, setEndExpected } from './store.ts'

/**
 * Ends the session on the server by the calls of `endOnServer`, in the order of spec §4, then wipes the session from
 * this device. A call that fails or hangs does not prevent the wipe; the later calls are still sent, even after the
 * wipe, and use the token from before the wipe. If the device is offline or the page is hidden, the wipe does not wait
 * for any call; a session that the server did not hear of then ends by idleness.
 */
export async function signOut(): Promise<void> {
  const { auth_token: token, push_token } = getSession()
  setEndExpected(true)
  await Promise.race([
    endOnServer(token, push_token),
    wait(isOnline() ? config.signOutWaitMs : 0),
    nextVisibilityChange(),
  ])
  if (getSession().auth_token === token) dispatch({ type: 'signedOut' })
  setEndExpected(false)
  if (isSignedIn(getSession())) return // another parent has signed in in another tab
  // `state: null` drops the guard's wanted page, set if a refused call or another tab has ended the session before.
  navigate('/login', { replace: true, state: null })
}

async function endOnServer(token: string | null, push_token: string | null) {
  const ignore = () => undefined
  if (push_token !== null) await callApi('deletePushToken', { token: push_token }, { token }).catch(ignore)
  await callApi('endSession', {}, { token }).catch(ignore)
  await callApi('logout', {}).catch(ignore)
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const nextVisibilityChange = () =>
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
