import { messages } from '@apoderados/contract/messages'
import { useSyncExternalStore } from 'react'
import { ApiError, callApi } from '../api/api.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** The state of the profile's refresh; the profile itself is in the session. */
type ProfileRefresh = {
  error: ApiError | null
  /** Epoch ms; 0 for a stored profile of unknown age. */
  dataUpdatedAt: number
}

const untouched: ProfileRefresh = { error: null, dataUpdatedAt: 0 }
let refresh = untouched
let underWay: Promise<void> | undefined
let token = getSession().auth_token
const listeners = new Set<() => void>()

function setRefresh(next: ProfileRefresh) {
  refresh = next
  for (const listener of listeners) listener()
}

onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  underWay = undefined // a request of the previous session does not count
  setRefresh(untouched)
})

/** Refetches the profile, or waits for the request that is under way. Never throws: `useProfileQuery` has the error. */
export function refreshProfile(): Promise<void> {
  underWay ??= loadOnce()
  return underWay
}

function loadOnce(): Promise<void> {
  const request = loadProfile().finally(() => {
    if (underWay === request) underWay = undefined // `underWay` may already be the next session's request
  })
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
    setRefresh({ error: null, dataUpdatedAt: Date.now() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isOurs()) return
    // Without a stored profile no page can be shown: the session ends, else the route guard would redirect in a loop.
    if (getSession().profile === null) dispatch({ type: 'signedOut' })
    else setRefresh({ ...refresh, error })
  }
}

export const profileRefresh = (): ProfileRefresh => refresh

/** Calls `listener` after each refresh, successful or not. Returns the function that stops this. */
export function onProfileRefresh(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the time of the stored profile, in epoch ms, unless a refresh has succeeded. */
export function setProfileAge(dataUpdatedAt: number) {
  if (refresh.dataUpdatedAt === 0) setRefresh({ ...refresh, dataUpdatedAt })
}

/** The state of the profile's refresh, in the shape of a page's query. */
export function useProfileQuery() {
  const { error, dataUpdatedAt } = useSyncExternalStore(onProfileRefresh, profileRefresh)
  return {
    error,
    dataUpdatedAt,
    isPending: false,
    isLoadingError: false,
    failure: messages.profileError,
    refetch: refreshProfile,
  }
}
