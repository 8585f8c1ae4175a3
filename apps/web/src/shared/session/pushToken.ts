import { ApiError, callApi } from '../api/api.ts'
import { showToast } from '../ui/notices/toast.ts'
import { isSignedIn } from './session.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** What the phone was last given. */
let wanted: string | undefined
let isListening = false
let attempt: { auth_token: string | null; token: string } | undefined
let isUnderWay = false
let wasFailureTold = false

/**
 * Tells the server where pushes for the signed-in parent go, at once or after the sign-in. A failure is said
 * once per start of the app (spec §8) and tried again with the next session or the next start.
 */
export function savePushToken(token: string) {
  if (!isListening) onSessionChange(saveWanted)
  isListening = true
  wanted = token
  saveWanted()
}

/** The phone was told to give its token up: the next session is given another. */
export function forgetPushToken() {
  wanted = undefined
}

/** One call at a time, so that the server hears of the newest token, and of the newest session, last. */
function saveWanted() {
  const session = getSession()
  if (wanted === undefined || isUnderWay || !isSignedIn(session) || session.push_token === wanted) return
  if (attempt?.auth_token === session.auth_token && attempt.token === wanted) return
  attempt = { auth_token: session.auth_token, token: wanted }
  isUnderWay = true
  void save(wanted).finally(() => {
    isUnderWay = false
    saveWanted() // what changed meanwhile
  })
}

async function save(token: string) {
  const { auth_token } = getSession()
  const isOurs = () => getSession().auth_token === auth_token
  try {
    await callApi('savePushToken', { token })
    if (isOurs()) dispatch({ type: 'pushTokenSaved', token })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isOurs()) showPushFailure()
  }
}

/** spec §8: in these words whether the phone got no token or the server did not take it. */
export function showPushFailure() {
  if (!wasFailureTold) showToast('error', 'Error al guardar el token push')
  wasFailureTold = true
}
