import { config } from '../../config.ts'
import { callApi } from '../api/api.ts'
import { isOnline } from '../device/network/online.ts'
import { navigate } from '../router.tsx'
import { isSignedIn } from './session.ts'
import { dispatch, expectEnd, getSession } from './store.ts'
import { forgetUnended, rememberUnended } from './unendedSessions.ts'

/**
 * spec §4: tells the server in this order, then wipes this device. A call that fails, or hangs, never
 * stops the wipe: the rest are still sent, with the token they were signed out with. A device that knows it has no
 * connection does not wait for them, nor does a page that is left or closed meanwhile. What the server has not heard
 * of by then it hears at the next contact.
 */
export async function signOut(): Promise<void> {
  const { auth_token: token, push_token } = getSession()
  expectEnd(true)
  await Promise.race([endOnServer(token, push_token), wait(isOnline() ? config.signOutWaitMs : 0), leaving()])
  if (getSession().auth_token === token) dispatch({ type: 'signedOut' })
  expectEnd(false)
  if (isSignedIn(getSession())) return // another parent has signed in, in another tab
  // This path is not one to come back to, even where a refused call or another tab was faster and the guard kept it.
  navigate('/login', { replace: true, state: null })
}

async function endOnServer(token: string | null, push_token: string | null) {
  const ignore = () => undefined
  const id = rememberUnended(token)
  if (push_token !== null) await callApi('deletePushToken', { token: push_token }, { token }).catch(ignore)
  const isEnded = await callApi('endSession', {}, { token }).then(
    () => true,
    ({ status }) => status === 401,
  )
  if (isEnded) forgetUnended(id)
  else endAtNextContact()
  await callApi('logout', {}).catch(ignore)
}

/** Without a network its code may not come either. */
function endAtNextContact() {
  import('./endUnendedSessions.ts').then(
    ({ endUnendedSessions }) => endUnendedSessions(),
    () => addEventListener('online', endAtNextContact, { once: true }),
  )
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const leaving = () =>
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
