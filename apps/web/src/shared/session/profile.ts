import { messages } from '@apoderados/contract/messages'
import { ApiError, callApi } from '../api/api.ts'
import { observable } from '../observable.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** The state of the profile's refresh; the profile itself is in the session. */
type ProfileRefresh = {
  error: ApiError | null
  /** The time of the last successful refresh in epoch ms; 0 if it is unknown. */
  dataUpdatedAt: number
}

const initialRefresh: ProfileRefresh = { error: null, dataUpdatedAt: 0 }
const refreshState = observable(initialRefresh)
let pendingRefresh: Promise<void> | undefined
let lastToken = getSession().auth_token

onSessionChange(() => {
  if (lastToken === getSession().auth_token) return
  lastToken = getSession().auth_token
  pendingRefresh = undefined // a request of the previous session does not count
  refreshState.set(initialRefresh)
})

/** Refetches the profile, or waits for the request that is under way. `useProfileQuery` returns the error, if any. */
export function refreshProfile(): Promise<void> {
  if (pendingRefresh) return pendingRefresh
  const request = loadProfile().finally(() => {
    if (pendingRefresh === request) pendingRefresh = undefined // it may already be the next session's request
  })
  pendingRefresh = request
  return request
}

async function loadProfile() {
  const { auth_token, profile: before } = getSession()
  // An answer from before a password change would claim that the change is still due.
  const isOurs = () =>
    getSession().auth_token === auth_token &&
    before?.password_changed === getSession().profile?.password_changed
  try {
    const profile = await callApi('getProfile', {})
    if (!isOurs()) return
    dispatch({ type: 'profileLoaded', profile })
    refreshState.set({ error: null, dataUpdatedAt: Date.now() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isOurs()) return
    // Without a stored profile no page can be shown: the session ends, else the route guard would redirect in a loop.
    if (getSession().profile === null) dispatch({ type: 'signedOut' })
    else refreshState.set({ ...refreshState.get(), error })
  }
}

/** `onProfileRefresh` calls its listener after each refresh, even a failed one, and at a session's start and end. */
export const { get: profileRefresh, follow: onProfileRefresh } = refreshState

/** Sets the time of the last refresh of the stored profile, in epoch ms, unless a refresh has succeeded since. */
export function setProfileAge(dataUpdatedAt: number) {
  if (refreshState.get().dataUpdatedAt === 0) refreshState.set({ ...refreshState.get(), dataUpdatedAt })
}

/** The state of the profile's refresh, in the shape of a page's query. */
export function useProfileQuery() {
  return {
    ...refreshState.use(),
    isPending: false,
    isLoadingError: false,
    failure: messages.profileError,
    refetch: refreshProfile,
  }
}
