import { ApiError, callApi } from '../api/api.ts'
import { showToast } from '../ui/notices/toast.ts'
import { isSignedIn } from './session.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** The latest token from the phone's push service. */
let wantedToken: string | undefined
let isListening = false
let attempt: { auth_token: string | null; token: string } | undefined
let isUnderWay = false
let wasFailureShown = false

/**
 * Sends the server the push token of the signed-in parent's phone, at once or after the sign-in. A failure is shown
 * once per start of the app (spec §8); the next session or the next start tries again.
 */
export function savePushToken(token: string) {
  if (!isListening) onSessionChange(saveWanted)
  isListening = true
  wantedToken = token
  saveWanted()
}

/** Forgets the token, which the phone invalidates at the end of a session; the next session gets another one. */
export function forgetPushToken() {
  wantedToken = undefined
}

/** Makes one call at a time, so that the newest token and session reach the server last. */
function saveWanted() {
  const session = getSession()
  if (wantedToken === undefined || isUnderWay || !isSignedIn(session) || session.push_token === wantedToken)
    return
  if (attempt?.auth_token === session.auth_token && attempt.token === wantedToken) return
  attempt = { auth_token: session.auth_token, token: wantedToken }
  isUnderWay = true
  void save(wantedToken).finally(() => {
    isUnderWay = false
    saveWanted() // the token or the session may have changed
  })
}

async function save(token: string) {
  const { auth_token } = getSession()
  try {
    await sendPushToken(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (getSession().auth_token === auth_token) showPushFailure()
  }
}

/** Sends the server this device's token and stores it. @throws ApiError */
export async function sendPushToken(token: string): Promise<void> {
  const { auth_token } = getSession()
  await callApi('savePushToken', { token })
  if (getSession().auth_token === auth_token) dispatch({ type: 'pushTokenSaved', token })
}

/** spec §8: the text is the same whether the phone got no token or the server refused it. */
export function showPushFailure() {
  if (!wasFailureShown) showToast('error', 'Error al guardar el token push')
  wasFailureShown = true
}
