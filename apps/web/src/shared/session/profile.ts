import { messages } from '@apoderados/contract/messages'
import { ApiError, callApi } from '../api/api.ts'
import { observable } from '../observable.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** The state of the profile's refresh; the profile itself is in the session. */
type ProfileRefresh = {
  error: ApiError | null
  /** Epoch ms; 0 for a stored profile of unknown age. */
  dataUpdatedAt: number
}

const untouched: ProfileRefresh = { error: null, dataUpdatedAt: 0 }
const refresh = observable(untouched)
let underWay: Promise<void> | undefined
let token = getSession().auth_token

onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  underWay = undefined // a request of the previous session does not count
  refresh.set(untouched)
})

/** Refetches the profile, or waits for the request that is under way. Never throws: `useProfileQuery` has the error. */
export function refreshProfile(): Promise<void> {
  if (underWay) return underWay
  const request = loadProfile().finally(() => {
    if (underWay === request) underWay = undefined // `underWay` may already be the next session's request
  })
  underWay = request
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
    refresh.set({ error: null, dataUpdatedAt: Date.now() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isOurs()) return
    // Without a stored profile no page can be shown: the session ends, else the route guard would redirect in a loop.
    if (getSession().profile === null) dispatch({ type: 'signedOut' })
    else refresh.set({ ...refresh.get(), error })
  }
}

/** `onProfileRefresh` calls its listener after each refresh, successful or not. */
export const { get: profileRefresh, follow: onProfileRefresh } = refresh

/** Sets the time of the stored profile, in epoch ms, unless a refresh has succeeded. */
export function setProfileAge(dataUpdatedAt: number) {
  if (refresh.get().dataUpdatedAt === 0) refresh.set({ ...refresh.get(), dataUpdatedAt })
}

/** The state of the profile's refresh, in the shape of a page's query. */
export function useProfileQuery() {
  return {
    ...refresh.use(),
    isPending: false,
    isLoadingError: false,
    failure: messages.profileError,
    refetch: refreshProfile,
  }
}
