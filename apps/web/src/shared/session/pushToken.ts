import { ApiError, callApi } from '../api/api.ts'
import { showToast } from '../ui/notices/toast.ts'
import { isSignedIn } from './session.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** The latest token from the phone's push service. */
let wantedToken: string | undefined
let isFollowingSession = false
/** The last token that was sent to the server, with the session in which it was sent. */
let lastAttempt: { auth_token: string | null; token: string } | undefined
let isSaving = false
let wasFailureShown = false

/**
 * Sends the server the push token of the signed-in parent's phone, at once or after the sign-in. A failure is shown
 * once per start of the app (spec §8); the next session or the next start tries again.
 */
export function savePushToken(token: string) {
  if (!isFollowingSession) onSessionChange(saveWantedToken)
  isFollowingSession = true
  wantedToken = token
  saveWantedToken()
}

/** Forgets the token, which the phone invalidates at the end of a session; the next session gets another one. */
export function forgetPushToken() {
  wantedToken = undefined
}

/** Sends the wanted token unless it was sent. It makes one call at a time, so that the newest token is sent last. */
function saveWantedToken() {
  const session = getSession()
  if (wantedToken === undefined || isSaving || !isSignedIn(session) || session.push_token === wantedToken)
    return
  if (lastAttempt?.auth_token === session.auth_token && lastAttempt.token === wantedToken) return
  lastAttempt = { auth_token: session.auth_token, token: wantedToken }
  isSaving = true
  void saveToken(wantedToken).finally(() => {
    isSaving = false
    saveWantedToken() // the token or the session may have changed
  })
}

async function saveToken(token: string) {
  const { auth_token } = getSession()
  try {
    await sendPushToken(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (getSession().auth_token === auth_token) showPushFailure()
  }
}

/** Sends this device's token to the server, then stores it in the session. @throws ApiError */
export async function sendPushToken(token: string): Promise<void> {
  const { auth_token } = getSession()
  await callApi('savePushToken', { token })
  if (getSession().auth_token === auth_token) dispatch({ type: 'pushTokenSaved', token })
}

/** Shows, once per start of the app, that the phone got no token or that the server did not save it (spec §8). */
export function showPushFailure() {
  if (!wasFailureShown) showToast('error', 'Error al guardar el token push')
  wasFailureShown = true
}
