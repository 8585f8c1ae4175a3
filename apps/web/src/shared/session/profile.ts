import { messages } from '@apoderados/contract/messages'
import { useSyncExternalStore } from 'react'
import { ApiError, callApi } from '../api/api.ts'
import { dispatch, getSession, onSessionChange } from './store.ts'

/** How the profile was last asked for; the profile itself is in the session. */
type Refresh = {
  error: ApiError | null
  /** Epoch ms; 0 when only the stored profile is there, whose age is not known. */
  dataUpdatedAt: number
}

const untouched: Refresh = { error: null, dataUpdatedAt: 0 }
let refresh = untouched
let underWay: Promise<void> | undefined
let token = getSession().auth_token
const listeners = new Set<() => void>()

function become(next: Refresh) {
  refresh = next
  for (const listener of listeners) listener()
}

onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  underWay = undefined // the last session's request no longer counts
  become(untouched)
})

/** Refetches the profile, unless a request is under way. Never throws: `useProfileQuery` has the error. */
export function refreshProfile(): Promise<void> {
  underWay ??= loadOnce()
  return underWay
}

function loadOnce(): Promise<void> {
  const request = load().finally(() => {
    if (underWay === request) underWay = undefined // and not the next session's
  })
  return request
}

async function load() {
  const { auth_token, profile: before } = getSession()
  // Nor may what was asked before the password changed say that it has yet to.
  const isOurs = () =>
    getSession().auth_token === auth_token &&
    before?.password_changed === getSession().profile?.password_changed
  try {
    const profile = await callApi('getProfile', {})
    if (!isOurs()) return
    dispatch({ type: 'profileLoaded', profile })
    become({ error: null, dataUpdatedAt: Date.now() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isOurs()) return
    // With no stored profile there is nothing to show: the session ends, so that the guard never loops.
    if (getSession().profile === null) dispatch({ type: 'signedOut' })
    else become({ ...refresh, error })
  }
}

export const profileRefresh = (): Refresh => refresh

/** Calls back whenever a refresh has ended, well or not; returns how to stop. */
export function onProfileRefresh(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The age of the stored profile, in epoch ms, where nothing newer is known. */
export function setProfileAge(dataUpdatedAt: number) {
  if (refresh.dataUpdatedAt === 0) become({ ...refresh, dataUpdatedAt })
}

/** The refresh of the profile, in the shape of a query of the server's data. */
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
