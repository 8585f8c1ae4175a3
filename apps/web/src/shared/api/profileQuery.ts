import { messages } from '@apoderados/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { config } from '../../config.ts'
import { usePath } from '../router.tsx'
import { dispatch, getSession } from '../session/store.ts'
import type { ApiError } from './api.ts'
import type { PageQuery } from './pageQuery.ts'
import { queryClient } from './queryClient.ts'
import { optionsOf, requestResponse } from './useApi.ts'
import { useReconnect } from './useReconnect.ts'

const profileOptions = { ...optionsOf('getProfile', {}), queryFn: requestProfile }

/** Requests the profile and stores it in the session, from which pages read it (spec §3). */
async function requestProfile({ signal }: { signal: AbortSignal }) {
  const { auth_token, profile: before } = getSession()
  try {
    const profile = await requestResponse('getProfile', {}, signal)
    // A response from before a password change would claim that the change is still due.
    if (before?.password_changed === getSession().profile?.password_changed)
      dispatch({ type: 'profileLoaded', profile })
    return profile
  } catch (error) {
    // Without a stored profile no page can be shown: the session ends, else the route guard would redirect in a loop.
    const { auth_token: token, profile } = getSession()
    if (token === auth_token && profile === null) dispatch({ type: 'signedOut' })
    throw error
  }
}

/** Refetches the profile, whatever its age, or waits for the request that is under way. `useProfileQuery` has the error. */
export const refreshProfile = async (): Promise<void> => {
  await queryClient.fetchQuery({ ...profileOptions, staleTime: -Infinity }).catch(() => undefined)
}

/** The state of the profile's refresh, as a page's query. It never waits, as the session has the stored profile. */
export function useProfileQuery(): PageQuery {
  const { error, dataUpdatedAt } = useQuery<unknown, ApiError>(
    { ...profileOptions, enabled: false },
    queryClient,
  )
  return {
    error,
    dataUpdatedAt,
    isPending: false,
    isLoadingError: false,
    failure: messages.profileError,
    refetch: refreshProfile,
  }
}

/**
 * Refetches the profile on each change of path, every 5 minutes while the app is visible, and when it becomes visible or
 * online again (spec §2, §4); while calls get no response, after pauses that grow.
 */
export function useProfileRefresh(): void {
  const path = usePath()
  const { dataUpdatedAt } = useQuery(
    {
      ...profileOptions,
      refetchInterval: config.profileRefreshMs,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
    },
    queryClient,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path refetches it
  useEffect(() => void refreshProfile(), [path])
  useReconnect(refreshProfile, dataUpdatedAt)
}
